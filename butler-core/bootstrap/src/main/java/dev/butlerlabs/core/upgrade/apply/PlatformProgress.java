package dev.butlerlabs.core.upgrade.apply;

/** The progress of an upgrade of the platform addons. */
public sealed interface PlatformProgress {
    /** @param count the number of addons */
    record Complete(int count) implements PlatformProgress {}

    /** @param reason what is missing, without a full stop */
    record Pending(String reason) implements PlatformProgress {}

    /** @param reason why an addon cannot be upgraded, without a full stop */
    record Failed(String reason) implements PlatformProgress {}
}
