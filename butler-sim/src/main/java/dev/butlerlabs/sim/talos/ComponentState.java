package dev.butlerlabs.sim.talos;

import java.util.Objects;

/**
 * A Kubernetes component on a machine.
 *
 * @param image image in the machine configuration
 * @param configVersion number that grows with every change of its configuration
 * @param runningImage image that runs, or ran last
 * @param running whether it runs; not while it restarts
 */
public record ComponentState(String image, int configVersion, String runningImage, boolean running) {
    public ComponentState {
        Objects.requireNonNull(image, "image");
        Objects.requireNonNull(runningImage, "runningImage");
    }

    static ComponentState first(String image) {
        return new ComponentState(image, 1, image, true);
    }

    /** Returns the state after a change of the image in the configuration. */
    ComponentState changed(String other) {
        return new ComponentState(other, configVersion + 1, runningImage, running);
    }

    ComponentState stopped() {
        return new ComponentState(image, configVersion, runningImage, false);
    }

    /** Returns whether the image in the configuration is not the running one. */
    boolean isOutdated() {
        return !image.equals(runningImage);
    }

    ComponentState started() {
        return new ComponentState(image, configVersion, image, true);
    }

    /** Returns the tag of the running image, such as {@code v1.35.0}. */
    public String version() {
        return runningImage.substring(runningImage.lastIndexOf(':') + 1).replaceFirst("@.*", "");
    }
}
