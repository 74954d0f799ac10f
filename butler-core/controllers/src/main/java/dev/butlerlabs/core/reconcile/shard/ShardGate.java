package dev.butlerlabs.core.reconcile.shard;

import dev.butlerlabs.core.reconcile.NamespaceFilter;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Admits reconciliations of the namespaces whose shards are open, and counts those that run. Thread-safe.
 *
 * <p>A write is allowed while the leases of all shards with reconciliations are held. A single lease that was lost without notice therefore stops all writes of
 * this process until the reconciliations of its shard have ended: which of them a write belongs to is not known where it is sent.
 */
final class ShardGate implements NamespaceFilter {
    private final ReentrantLock lock = new ReentrantLock();
    private final List<Consumer<Predicate<String>>> listeners = new CopyOnWriteArrayList<>();
    private final IntPredicate isHeld;
    private final List<Shard> shards;

    private enum State {
        /** No reconciliation runs or starts. */
        CLOSED,
        OPEN,
        /** The lease is held, but no reconciliation starts. */
        DRAINING,
        /** The lease was lost while reconciliations were running. */
        LOST
    }

    private static final class Shard {
        private State state = State.CLOSED;
        private final Set<Thread> running = new HashSet<>();
    }

    /** @param isHeld returns whether the lease of a shard is held, and was renewed recently enough */
    ShardGate(int count, IntPredicate isHeld) {
        this.isHeld = isHeld;
        this.shards = IntStream.range(0, count).mapToObj(_ -> new Shard()).toList();
    }

    @Override
    public boolean includes(String namespace) {
        int index = NamespaceHash.shard(namespace, shards.size());
        return locked(() -> isOpen(index));
    }

    private boolean isOpen(int index) {
        return shards.get(index).state == State.OPEN && isHeld.test(index);
    }

    @Override
    public <T> T run(String namespace, Supplier<T> reconciliation, Supplier<T> otherwise) {
        int index = NamespaceHash.shard(namespace, shards.size());
        boolean isAdmitted =
                locked(() -> isOpen(index) && shards.get(index).running.add(Thread.currentThread()));
        if (!isAdmitted) {
            return otherwise.get();
        }
        try {
            return reconciliation.get();
        } finally {
            locked(() -> leave(shards.get(index)));
        }
    }

    private static boolean leave(Shard shard) {
        shard.running.remove(Thread.currentThread());
        if (shard.state == State.LOST && shard.running.isEmpty()) {
            shard.state = State.CLOSED;
        }
        return true;
    }

    @Override
    public Runnable onIncluded(Consumer<Predicate<String>> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    /** Admits reconciliations of a closed shard, and announces its namespaces. */
    void open(int index) {
        boolean isOpened = locked(() -> {
            Shard shard = shards.get(index);
            boolean isClosed = shard.state == State.CLOSED;
            shard.state = isClosed ? State.OPEN : shard.state;
            return isClosed;
        });
        if (isOpened) {
            listeners.forEach(
                    listener -> listener.accept(namespace -> NamespaceHash.shard(namespace, shards.size()) == index));
        }
    }

    /** Starts no further reconciliation of an open shard. */
    void drain(int index) {
        locked(() -> {
            Shard shard = shards.get(index);
            shard.state = shard.state == State.OPEN ? State.DRAINING : shard.state;
            return true;
        });
    }

    /** Closes a shard whose lease is lost. Running reconciliations cannot write any more. */
    void lose(int index) {
        locked(() -> {
            Shard shard = shards.get(index);
            shard.state = shard.running.isEmpty() ? State.CLOSED : State.LOST;
            return true;
        });
    }

    /** Interrupts the reconciliations of a shard that is not open. */
    void interrupt(int index) {
        locked(() -> {
            Shard shard = shards.get(index);
            if (shard.state != State.OPEN) {
                shard.running.forEach(Thread::interrupt);
            }
            return true;
        });
    }

    boolean isOpenOrDraining(int index) {
        return locked(() -> shards.get(index).state == State.OPEN || shards.get(index).state == State.DRAINING);
    }

    /** Returns whether no reconciliation of a shard runs. */
    boolean isIdle(int index) {
        return locked(() -> shards.get(index).running.isEmpty());
    }

    Set<Integer> draining() {
        return in(State.DRAINING);
    }

    Set<Integer> open() {
        return in(State.OPEN);
    }

    Set<Integer> lost() {
        return in(State.LOST);
    }

    private Set<Integer> in(State state) {
        return locked(() -> {
            Set<Integer> found = new HashSet<>();
            IntStream.range(0, shards.size())
                    .filter(index -> shards.get(index).state == state)
                    .forEach(found::add);
            return found;
        });
    }

    /** Returns whether this process may write now. */
    boolean mayWrite() {
        return locked(() -> {
            List<Integer> active = IntStream.range(0, shards.size())
                    .filter(index -> shards.get(index).state != State.CLOSED)
                    .boxed()
                    .toList();
            return !active.isEmpty()
                    && active.stream().allMatch(index -> shards.get(index).state != State.LOST && isHeld.test(index));
        });
    }

    private <T> T locked(Supplier<T> action) {
        lock.lock();
        try {
            return action.get();
        } finally {
            lock.unlock();
        }
    }
}
