package dev.butlerlabs.core.embedded.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The single thread that changes the store. It executes all pending writes in order, makes the batch durable with one fsync, publishes it
 * to readers and watchers, and only then completes the writes. The next batch collects while it waits for the disk.
 */
final class WriteCommitter {
    private static final int MOST_WRITES = 1024;
    private static final long MOST_BYTES = 4 << 20;

    private final WriteQueue queue = new WriteQueue();
    private final StateTimeline timeline;
    private final EventJournal journal;
    private final Thread thread;

    WriteCommitter(StateTimeline timeline, EventJournal journal) {
        this.timeline = timeline;
        this.journal = journal;
        this.thread = Thread.ofPlatform().daemon().name("butler-store").unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    StoreEntry commit(StoreWrite write) {
        PendingWrite pending = new PendingWrite(write);
        queue.add(pending);
        return pending.await();
    }

    /** Commits the pending writes and stops. */
    void close() {
        queue.close();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            Optional<PendingWrite> first = queue.take();
            while (first.isPresent()) {
                commit(new Batch(timeline.now()), first);
                first = queue.take();
            }
        } finally {
            refuseTheRest();
        }
    }

    /**
     * Rejects the remaining writes. Some remain only after an error such as OutOfMemoryError: the state seen by readers may then be behind
     * the log, so nothing more is written.
     */
    private void refuseTheRest() {
        queue.close();
        Optional<PendingWrite> next = queue.poll();
        while (next.isPresent()) {
            next.get().fail(new IllegalStateException("the store was stopped by an error"));
            next = queue.poll();
        }
    }

    private void commit(Batch batch, Optional<PendingWrite> first) {
        Optional<PendingWrite> next = first;
        while (next.isPresent()) {
            batch.decide(next.get());
            next = batch.isFull() ? Optional.empty() : queue.poll();
        }
        if (batch.isDurable()) {
            batch.publish();
            journal.considerSnapshot(timeline::checkpoint);
        }
    }

    /** Writes that share one fsync; each is executed against the state after the previous ones. */
    private final class Batch {
        private final List<PendingWrite> pending = new ArrayList<>();
        private final List<StoreEvent> events = new ArrayList<>();
        private StoreState state;
        private long bytes;

        Batch(StoreState state) {
            this.state = state;
        }

        boolean isFull() {
            return pending.size() >= MOST_WRITES || bytes >= MOST_BYTES;
        }

        void decide(PendingWrite next) {
            pending.add(next);
            try {
                StoreWrite write = next.write();
                StoreEvent event = write.decide(state.tree().get(write.key()), state.revision() + 1);
                StoreEntry entry = StoreLimits.check(EventCodec.entry(event));
                state = state.after(event);
                events.add(event);
                bytes += entry.value().length;
                next.decided(entry);
            } catch (RuntimeException | Error reason) {
                next.refused(reason);
            }
        }

        boolean isDurable() {
            try {
                if (!events.isEmpty()) {
                    journal.append(events);
                }
                return true;
            } catch (RuntimeException | Error failure) {
                pending.forEach(each -> each.fail(failure));
                return false;
            }
        }

        void publish() {
            try {
                timeline.publish(state, events);
            } catch (RuntimeException | Error failure) {
                pending.forEach(each -> each.fail(failure));
                throw failure;
            }
            pending.forEach(PendingWrite::settle);
        }
    }
}
