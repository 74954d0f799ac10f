package dev.butlerlabs.core.ipam;

import dev.butlerlabs.core.api.NetworkPool;
import dev.butlerlabs.core.api.NetworkPoolStatus;
import dev.butlerlabs.core.kube.ObjectName;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;
import java.util.Optional;

/** Holds the state of one reconciliation of a NetworkPool. */
final class PoolReconcileContext {
    private final NetworkPool pool;
    private Optional<AllocationResult> served = Optional.empty();

    PoolReconcileContext(NetworkPool pool) {
        this.pool = pool;
    }

    NetworkPool pool() {
        return pool;
    }

    ObjectName name() {
        return ObjectName.from(pool);
    }

    List<Condition> conditions() {
        return Optional.ofNullable(pool.getStatus())
                .map(NetworkPoolStatus::conditions)
                .orElse(List.of());
    }

    void served(AllocationResult now) {
        served = Optional.of(now);
    }

    Optional<AllocationResult> served() {
        return served;
    }
}
