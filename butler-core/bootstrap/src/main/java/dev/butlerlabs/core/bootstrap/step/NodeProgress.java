package dev.butlerlabs.core.bootstrap.step;

/** The progress of a machine's Talos configuration. */
sealed interface NodeProgress {
    /** The machine uses the certificates of the cluster. */
    record Configured() implements NodeProgress {}

    /** The machine is not configured yet. */
    record Pending(String seen) implements NodeProgress {}

    /** The machine rejects the configuration or belongs to another cluster. */
    record Refused(String message) implements NodeProgress {}
}
