package dev.butlerlabs.core.reconcile;

import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.Queue;
import java.util.SequencedMap;

/**
 * A queue whose elements belong to groups, which take turns: the group that waited longest is next, however many elements the others have. Within a group,
 * elements keep their order. Not thread-safe.
 */
final class RoundRobinQueue<G, T> {
    private final SequencedMap<G, Queue<T>> groups = new LinkedHashMap<>();

    void add(G group, T element) {
        groups.computeIfAbsent(group, _ -> new ArrayDeque<>()).add(element);
    }

    /** Removes and returns the next element. */
    Optional<T> poll() {
        return Optional.ofNullable(groups.pollFirstEntry()).map(turn -> {
            T next = turn.getValue().remove();
            if (!turn.getValue().isEmpty()) {
                groups.putLast(turn.getKey(), turn.getValue());
            }
            return next;
        });
    }

    /** Removes an element that no longer waits. Returns whether it was there. */
    boolean remove(G group, T element) {
        Queue<T> elements = groups.get(group);
        boolean removed = elements != null && elements.remove(element);
        if (removed && elements.isEmpty()) {
            groups.remove(group);
        }
        return removed;
    }
}
