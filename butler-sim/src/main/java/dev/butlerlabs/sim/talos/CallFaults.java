package dev.butlerlabs.sim.talos;

import io.grpc.Status;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Faults to inject into further calls, and a count of calls. Thread-safe. */
public final class CallFaults {
    private final Map<String, Deque<Status>> ordered = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> lost = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> counts = new ConcurrentHashMap<>();

    /**
     * Makes the next calls of a method fail with this status.
     *
     * @param method name without its service, such as {@code Bootstrap}
     */
    public void fail(String method, Status status, int times) {
        Deque<Status> queue = ordered.computeIfAbsent(method, name -> new ArrayDeque<>());
        synchronized (queue) {
            for (int i = 0; i < times; i++) {
                queue.addLast(status);
            }
        }
    }

    /** Processes the next calls of a method, but drops their responses. */
    public void loseAnswer(String method, int times) {
        lost.computeIfAbsent(method, name -> new AtomicInteger()).addAndGet(times);
    }

    /** Returns how often a method was called, rejected or not. */
    public int calls(String method) {
        return Optional.ofNullable(counts.get(method)).map(AtomicInteger::get).orElse(0);
    }

    boolean losesAnswer(String method) {
        return Optional.ofNullable(lost.get(method))
                .map(left -> left.getAndUpdate(count -> Math.max(0, count - 1)) > 0)
                .orElse(false);
    }

    Optional<Status> next(String method) {
        counts.computeIfAbsent(method, name -> new AtomicInteger()).incrementAndGet();
        Deque<Status> queue = ordered.getOrDefault(method, new ArrayDeque<>());
        synchronized (queue) {
            return Optional.ofNullable(queue.pollFirst());
        }
    }
}
