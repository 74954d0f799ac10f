package dev.butlerlabs.bench;

import dev.butlerlabs.core.embedded.RequestInterceptor;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Counts the requests that reach the embedded API by the user agent of their client. Thread-safe. */
final class CallerCounts implements RequestInterceptor {
    private final Map<String, RequestCounts> counts = new ConcurrentHashMap<>();

    @Override
    public Verdict before(Visit visit) {
        return counts.computeIfAbsent(visit.caller(), RequestCounts::new).before(visit);
    }

    /** Returns the requests of the client whose user agent starts with a text. */
    RequestCounts.Snapshot of(String caller) {
        return counts.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(caller))
                .findFirst()
                .map(entry -> entry.getValue().snapshot())
                .orElseGet(() -> new RequestCounts.Snapshot(Map.of()));
    }
}
