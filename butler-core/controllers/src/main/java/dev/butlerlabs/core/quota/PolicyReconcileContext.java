package dev.butlerlabs.core.quota;

import dev.butlerlabs.core.api.ClusterCreationPolicy;
import java.util.List;
import java.util.Optional;

/** Holds the state of one reconciliation of a ClusterCreationPolicy. */
final class PolicyReconcileContext {
    private final ClusterCreationPolicy policy;
    private Optional<List<String>> stale = Optional.empty();

    PolicyReconcileContext(ClusterCreationPolicy policy) {
        this.policy = policy;
    }

    ClusterCreationPolicy policy() {
        return policy;
    }

    void foundStale(List<String> references) {
        stale = Optional.of(List.copyOf(references));
    }

    /** Returns the references to objects that do not exist; empty if they were not checked this time. */
    Optional<List<String>> stale() {
        return stale;
    }
}
