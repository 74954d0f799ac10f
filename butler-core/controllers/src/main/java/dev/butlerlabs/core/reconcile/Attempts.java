package dev.butlerlabs.core.reconcile;

import java.util.LinkedHashMap;
import java.util.Map;

/** How often in a row each object was in trouble. Bounded: the objects not heard of for longest are forgotten first. */
final class Attempts {
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
