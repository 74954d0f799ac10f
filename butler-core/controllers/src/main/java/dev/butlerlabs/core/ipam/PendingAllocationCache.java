package dev.butlerlabs.core.ipam;

import dev.butlerlabs.core.kube.ObjectName;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Caches why claims are waiting, by pool. Used for status messages only, never for decisions. Thread-safe. */
final class PendingAllocationCache {
    private final Map<ObjectName, Map<String, PendingAllocationState>> byPool = new ConcurrentHashMap<>();

    void tell(ObjectName pool, Map<String, PendingAllocationState> standings) {
        byPool.put(pool, standings);
    }

    void forget(ObjectName pool) {
        byPool.remove(pool);
    }

    /** Returns whether this process has served the pool since it started. */
    boolean knows(ObjectName pool) {
        return byPool.containsKey(pool);
    }

    Optional<PendingAllocationState> of(ObjectName pool, String uid) {
        return Optional.ofNullable(byPool.getOrDefault(pool, Map.of()).get(uid));
    }
}
