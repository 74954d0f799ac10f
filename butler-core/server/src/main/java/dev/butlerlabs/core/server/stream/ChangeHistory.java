package dev.butlerlabs.core.server.stream;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** The last changes of a watch, so that a browser that subscribes later does not miss those after its list. Not thread-safe. */
final class ChangeHistory {
    private final int capacity;
    private final Deque<StreamChange> changes = new ArrayDeque<>();
    /** All later changes are in the history. */
    private long complete;

    ChangeHistory(int capacity, long start) {
        this.capacity = capacity;
        this.complete = start;
    }

    void add(StreamChange change) {
        changes.add(change);
        if (changes.size() > capacity) {
            complete = version(changes.remove());
        }
    }

    /** Forgets everything up to a version. */
    void restart(long start) {
        changes.clear();
        complete = start;
    }

    /** Returns the changes after a version; empty if some of them are not known any more. */
    Optional<List<StreamChange>> since(long version) {
        return version < complete
                ? Optional.empty()
                : Optional.of(changes.stream()
                        .filter(change -> version(change) > version)
                        .toList());
    }

    private static long version(StreamChange change) {
        return change.version().flatMap(ChangeHistory::parse).orElse(Long.MAX_VALUE);
    }

    /** Parses a resourceVersion. Kubernetes defines that they are numbers that can be compared. */
    static Optional<Long> parse(String version) {
        return version.matches("[0-9]{1,18}") ? Optional.of(Long.valueOf(version)) : Optional.empty();
    }
}
