package dev.butlerlabs.sim.fault;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What can go wrong. */
public enum FaultKind {
    /** The connection is closed before anything is done. */
    REFUSE(Stage.WIRE),
    /** The answer comes late. */
    DELAY(Stage.WIRE),
    /** The request is carried out, and the connection closed without an answer. */
    LOST_RESPONSE(Stage.WIRE),
    /** Asked too often, says the server, and does nothing. */
    THROTTLE(Stage.WIRE),
    /** Several requests in a row end in a server error, with nothing done. */
    ERROR_STORM(Stage.WIRE),
    /** The credentials are not known for a while. */
    UNAUTHORIZED(Stage.WIRE),
    /** There is no room for the machine. */
    QUOTA(Stage.REQUEST),
    /** The machine boots and never gets an address, until the fault is used up and it is looked at anew. */
    NO_ADDRESS(Stage.MACHINE),
    /** The machine takes many times longer to boot. */
    SLOW_BOOT(Stage.MACHINE),
    /** The machine is gone, some time after it was seen running. */
    VANISH(Stage.MACHINE),
    /** The machine is stopped, some time after it was seen running. */
    STOP(Stage.MACHINE),
    /** The image of the machine does not look for user data. */
    IGNORES_USER_DATA(Stage.SYSTEM),
    /** The image of a workload is not found; it is asked for again until the fault is used up. */
    IMAGE_NOT_FOUND(Stage.IMAGE),
    /** The program of a job fails. */
    JOB_FAILURE(Stage.PROGRAM),
    /** The chart that a job installs cannot be rendered. */
    CHART_ERROR(Stage.PROGRAM),
    /** A hook of the chart that a job installs does not end, so that the installation is given up. */
    HOOK_HANG(Stage.PROGRAM),
    /** No node has room for a pod; it is placed when the fault is used up. */
    NODE_FULL(Stage.PLACEMENT);

    private final Stage stage;

    FaultKind(Stage stage) {
        this.stage = stage;
    }

    public Stage stage() {
        return stage;
    }

    /** The word in a fault order, such as {@code lost-response}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static Optional<FaultKind> find(String word) {
        return Arrays.stream(values()).filter(kind -> kind.word().equals(word)).findFirst();
    }

    /** Who makes a fault happen. */
    public enum Stage {
        /** The server, whatever the request. */
        WIRE,
        /** The simulator, in the vendor's own words. */
        REQUEST,
        /** The simulated machine. */
        MACHINE,
        /** The operating system in a simulated machine, when it boots for the first time. */
        SYSTEM,
        /** The simulated cluster, when it fetches the image of a workload. */
        IMAGE,
        /** The simulated cluster, when it runs the program of a job. */
        PROGRAM,
        /** The simulated cluster, when it looks for a node. */
        PLACEMENT
    }
}
