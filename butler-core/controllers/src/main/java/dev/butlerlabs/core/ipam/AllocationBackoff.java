package dev.butlerlabs.core.ipam;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.retry.Backoff;
import dev.butlerlabs.core.retry.Sleeper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;

/** Controls how a {@link PoolAllocator} backs off from other processes and how many writes it runs in parallel. */
interface AllocationBackoff {
    /** Pauses after a conflict; longer after each further conflict. */
    void rest(int times);

    /** Runs an action for each item and returns when all are finished; then throws the first failure. */
    <T> void each(List<T> items, Consumer<T> work);

    /** Runs the actions sequentially and never pauses. */
    static AllocationBackoff plain() {
        return new AllocationBackoff() {
            @Override
            public void rest(int times) {
                // No other process competes for the pool.
            }

            @Override
            public <T> void each(List<T> items, Consumer<T> work) {
                items.forEach(work);
            }
        };
    }

    /** Runs several actions in parallel and pauses with random jitter. */
    static AllocationBackoff shared() {
        return new Shared(new Backoff(Duration.ofMillis(250), 2, Duration.ofSeconds(4), 0.7), 8);
    }

    /** Pauses with a backoff, and runs up to {@code width} actions in parallel. */
    record Shared(Backoff backoff, int width) implements AllocationBackoff {
        private static final String INTERRUPTED = "Interrupted while allocating addresses.";

        @Override
        public void rest(int times) {
            Sleeper.SYSTEM.pause(backoff.delay(times, ThreadLocalRandom.current()), INTERRUPTED);
        }

        @Override
        public <T> void each(List<T> items, Consumer<T> work) {
            if (items.isEmpty()) {
                return;
            }
            List<Future<?>> begun = new ArrayList<>();
            try (ExecutorService threads =
                    Executors.newFixedThreadPool(width, Thread.ofVirtual().factory())) {
                items.forEach(item -> begun.add(threads.submit(() -> work.accept(item))));
            }
            begun.forEach(Shared::rethrow);
        }

        private static void rethrow(Future<?> ended) {
            try {
                ended.get();
            } catch (ExecutionException e) {
                throw e.getCause() instanceof RuntimeException failure ? failure : new IllegalStateException(e);
            } catch (InterruptedException e) {
                throw interrupted(e);
            }
        }

        private static ButlerException interrupted(InterruptedException cause) {
            Thread.currentThread().interrupt();
            return new ButlerException(ErrorCode.CANCELLED, INTERRUPTED, cause);
        }
    }
}
