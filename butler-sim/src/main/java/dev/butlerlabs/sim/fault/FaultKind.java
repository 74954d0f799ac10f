package dev.butlerlabs.sim.fault;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Types of faults to inject. */
public enum FaultKind {
    /** Closes the connection before the request is processed. */
    REFUSE(Stage.WIRE),
    /** Delays the response. */
    DELAY(Stage.WIRE),
    /** Processes the request, then closes the connection without a response. */
    LOST_RESPONSE(Stage.WIRE),
    /** Responds that the client is throttled, without processing the request. */
    THROTTLE(Stage.WIRE),
    /** Responds to several consecutive requests with a server error, without processing them. */
    ERROR_STORM(Stage.WIRE),
    /** Rejects the credentials for a while. */
    UNAUTHORIZED(Stage.WIRE),
    /** Responds that the capacity for machines is exhausted. */
    QUOTA(Stage.REQUEST),
    /** The machine boots without an address until the fault is used up and the machine is read again. */
    NO_ADDRESS(Stage.MACHINE),
    /** The machine takes much longer to boot. */
    SLOW_BOOT(Stage.MACHINE),
    /** The machine disappears some time after a client has seen it running. */
    VANISH(Stage.MACHINE),
    /** The machine stops some time after a client has seen it running. */
    STOP(Stage.MACHINE),
    /** The infrastructure reports that the machine did not start in time, although it runs. Only some infrastructures wait for it. */
    PROVISIONING_TIMEOUT(Stage.MACHINE),
    /** The connection closes in the middle of the content of an image. */
    TRUNCATED_BODY(Stage.TRANSFER),
    /** The image of the machine ignores user data. */
    IGNORES_USER_DATA(Stage.SYSTEM),
    /** The installer of an upgrade does not end. */
    UPGRADE_HANG(Stage.UPGRADE),
    /** The new version crashes when it boots, and the boot loader starts the previous one. */
    UPGRADE_FALLBACK(Stage.UPGRADE),
    /** The new version does not boot; after the power was cut, the boot loader starts the previous one. */
    UPGRADE_NO_BOOT(Stage.UPGRADE),
    /** The installer of an upgrade fails because the disk is full. */
    DISK_FULL(Stage.UPGRADE),
    /** The kubelet does not start again after a change of its version; a reboot starts it. */
    KUBELET_HANG(Stage.KUBELET),
    /** Etcd of a machine stays a learner until its next boot. */
    STUCK_LEARNER(Stage.ETCD),
    /** Etcd of a machine does not start until its next boot. */
    ETCD_STOPPED(Stage.ETCD),
    /** The image of a workload is not found; pulls are retried until the fault is used up. */
    IMAGE_NOT_FOUND(Stage.IMAGE),
    /** The program of a job fails. */
    JOB_FAILURE(Stage.PROGRAM),
    /** The chart that a job installs cannot be rendered. */
    CHART_ERROR(Stage.PROGRAM),
    /** A hook of the chart that a job installs hangs, so that the installation fails. */
    HOOK_HANG(Stage.PROGRAM),
    /** No node has capacity for a pod; it is scheduled when the fault is used up. */
    NODE_FULL(Stage.PLACEMENT);

    private final Stage stage;

    FaultKind(Stage stage) {
        this.stage = stage;
    }

    public Stage stage() {
        return stage;
    }

    /** Returns the name in a fault specification, such as {@code lost-response}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static Optional<FaultKind> find(String word) {
        return Arrays.stream(values()).filter(kind -> kind.word().equals(word)).findFirst();
    }

    /** The component that injects a fault. */
    public enum Stage {
        /** The HTTP server, for any request. */
        WIRE,
        /** The simulator, with the vendor's error message. */
        REQUEST,
        /** The simulated machine. */
        MACHINE,
        /** The server that sends or receives the content of an image. */
        TRANSFER,
        /** The operating system in a simulated machine, at its first boot. */
        SYSTEM,
        /** The installer that upgrades Talos on a simulated machine. */
        UPGRADE,
        /** The kubelet of a simulated machine, when its version is changed. */
        KUBELET,
        /** The etcd of a simulated machine, when the machine boots. */
        ETCD,
        /** The simulated cluster, when it pulls the image of a workload. */
        IMAGE,
        /** The simulated cluster, when it runs the program of a job. */
        PROGRAM,
        /** The simulated cluster, when it schedules a pod. */
        PLACEMENT
    }
}
