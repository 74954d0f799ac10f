package dev.butlerlabs.core.bootstrap;

/** How far a machine is with its Talos configuration. */
sealed interface NodeProgress {
    /** It answers under the cluster's own certificates. */
    record Configured() implements NodeProgress {}

    /** It is on its way there. */
    record Pending(String seen) implements NodeProgress {}

    /** It refuses what it was sent, or belongs to somebody else. */
    record Refused(String message) implements NodeProgress {}
}
