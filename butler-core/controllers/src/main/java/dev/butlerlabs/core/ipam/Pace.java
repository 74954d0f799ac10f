package dev.butlerlabs.core.ipam;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.reconcile.Backoff;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/** How a desk gets along with others at the same pool: whom it lets go first, and how much it does at a time. */
interface Pace {
    /** Lets others go first, for longer the more often it was in their way. */
    void rest(int times);

    /** Does something for each, and returns when all of it is done; the first failure is thrown then. */
    <T> void each(List<T> items, Consumer<T> work);

    /** One thing after the other, without a rest. */
    static Pace plain() {
        return new Pace() {
            @Override
            public void rest(int times) {
                // Nobody else is there.
            }

            @Override
            public <T> void each(List<T> items, Consumer<T> work) {
                items.forEach(work);
            }
        };
    }

    /** Several at a time; rests that no two desks have alike. */
    static Pace shared() {
        return new Shared(new Backoff(Duration.ofMillis(250), 2, Duration.ofSeconds(4), 0.7), 8);
    }

    /** Rests by a back-off, and so many at a time. */
    record Shared(Backoff backoff, int width) implements Pace {
        @Override
        public void rest(int times) {
            try {
                Thread.sleep(backoff.delay(times, RandomGenerator.getDefault()));
            } catch (InterruptedException e) {
                throw interrupted(e);
            }
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
            return new ButlerException(ErrorCode.CANCELLED, "The work at a pool was interrupted.", cause);
        }
    }
}
