package dev.butlerlabs.core.rollout;

/** The progress of an upgrade of the platform addons. */
public sealed interface PlatformProgress {
    /**
     * All addons are ready.
     *
     * @param count the number of addons
     */
    record Complete(int count) implements PlatformProgress {}

    /**
     * An addon is not ready yet.
     *
     * @param reason what is missing, without a full stop
     */
    record Pending(String reason) implements PlatformProgress {}

    /**
     * An addon cannot be upgraded.
     *
     * @param reason why, without a full stop
     */
    record Failed(String reason) implements PlatformProgress {}
}
