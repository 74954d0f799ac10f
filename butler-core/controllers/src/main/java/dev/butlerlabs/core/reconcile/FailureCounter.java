package dev.butlerlabs.core.reconcile;

import java.util.LinkedHashMap;
import java.util.Map;

/** Counts the consecutive failures of each object. Bounded: the least recently used objects are dropped first. Thread-safe. */
final class FailureCounter {
    private static final int MOST = 10_000;

    private final Map<String, Integer> counts = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
            return size() > MOST;
        }
    };

    synchronized int next(String uid) {
        return counts.merge(uid, 1, Integer::sum);
    }

    synchronized void forget(String uid) {
        counts.remove(uid);
    }
}
