package dev.butlerlabs.sim.tenant;

import dev.butlerlabs.sim.cluster.control.ConditionDurationTracker;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Processes a namespace whenever something in it has changed or is due: several namespaces in parallel, each by one
 * thread at a time.
 */
final class NamespaceReconcileLoop implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(NamespaceReconcileLoop.class);
    private static final int SIDE_BY_SIDE = 8;
    private static final Duration AFTER_FAILURE = Duration.ofMillis(200);
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(10);

    private final BiConsumer<String, ConditionDurationTracker> look;
    private final Map<String, Place> places = new ConcurrentHashMap<>();
    private final CountDownLatch begun = new CountDownLatch(1);
    private final ExecutorService threads = Executors.newFixedThreadPool(
            SIDE_BY_SIDE, Thread.ofVirtual().name("simulated-tenants-", 0).factory());

    NamespaceReconcileLoop(BiConsumer<String, ConditionDurationTracker> look) {
        this.look = look;
    }

    void begin() {
        begun.countDown();
    }

    void changed(String namespace) {
        places.computeIfAbsent(namespace, Place::new).ring();
    }

    /** A namespace and whether it is queued. */
    private final class Place {
        private final String namespace;
        private final ConditionDurationTracker waits = new ConditionDurationTracker();
        private final AtomicBoolean expected = new AtomicBoolean();

        private Place(String namespace) {
            this.namespace = namespace;
        }

        private void ring() {
            if (expected.compareAndSet(false, true)) {
                try {
                    threads.execute(this::visit);
                } catch (RejectedExecutionException closing) {
                    LOG.debug("The simulation is closed");
                }
            }
        }

        private synchronized void visit() {
            Optional<Duration> again;
            try {
                begun.await();
                expected.set(false);
                waits.beginRound();
                look.accept(namespace, waits);
                again = waits.endRound();
            } catch (InterruptedException e) {
                return;
            } catch (RuntimeException e) {
                again = Optional.of(AFTER_FAILURE);
                if (!threads.isShutdown()) {
                    LOG.warn("A controller of the simulated tenants failed and will be retried", e);
                }
            }
            again.ifPresent(this::ringLater);
        }

        private void ringLater(Duration pause) {
            CompletableFuture.delayedExecutor(pause.toNanos(), TimeUnit.NANOSECONDS, Runnable::run)
                    .execute(this::ring);
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
        try {
            if (!threads.awaitTermination(CLOSE_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.warn("A controller of the simulated tenants does not stop");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
