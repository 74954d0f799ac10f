package dev.butlerlabs.core.node;

/** The answer to an eviction. */
sealed interface EvictionResult {
    /** The pod is being deleted, or was already gone. */
    record Accepted() implements EvictionResult {}

    /** A PodDisruptionBudget does not allow the eviction now. */
    record Blocked(String reason) implements EvictionResult {}
}
