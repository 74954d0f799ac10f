package dev.butlerlabs.core.ipam;

import dev.butlerlabs.core.kube.ObjectName;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** What the pools last said of those that wait; told on, never decided by. */
final class Standings {
    private final Map<ObjectName, Map<String, Standing>> byPool = new ConcurrentHashMap<>();

    void tell(ObjectName pool, Map<String, Standing> standings) {
        byPool.put(pool, standings);
    }

    void forget(ObjectName pool) {
        byPool.remove(pool);
    }

    /** Whether the pool was served from here since we live. */
    boolean knows(ObjectName pool) {
        return byPool.containsKey(pool);
    }

    Optional<Standing> of(ObjectName pool, String uid) {
        return Optional.ofNullable(byPool.getOrDefault(pool, Map.of()).get(uid));
    }
}
