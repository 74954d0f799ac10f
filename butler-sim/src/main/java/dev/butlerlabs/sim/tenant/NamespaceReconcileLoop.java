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
    private static final int PARALLEL = 8;
    private static final Duration AFTER_FAILURE = Duration.ofMillis(200);
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(10);

    private final BiConsumer<String, ConditionDurationTracker> reconcile;
    private final Map<String, Namespace> namespaces = new ConcurrentHashMap<>();
    private final CountDownLatch started = new CountDownLatch(1);
    private final ExecutorService executor = Executors.newFixedThreadPool(
            PARALLEL, Thread.ofVirtual().name("simulated-tenants-", 0).factory());

    NamespaceReconcileLoop(BiConsumer<String, ConditionDurationTracker> reconcile) {
        this.reconcile = reconcile;
    }

    void start() {
        started.countDown();
    }

    void changed(String namespace) {
        namespaces.computeIfAbsent(namespace, Namespace::new).enqueue();
    }

    /** A namespace and whether it is queued. */
    private final class Namespace {
        private final String name;
        private final ConditionDurationTracker waits = new ConditionDurationTracker();
        private final AtomicBoolean queued = new AtomicBoolean();

        private Namespace(String name) {
            this.name = name;
        }

        private void enqueue() {
            if (queued.compareAndSet(false, true)) {
                try {
                    executor.execute(this::process);
                } catch (RejectedExecutionException closing) {
                    LOG.debug("The simulation is closed");
                }
            }
        }

        private synchronized void process() {
            Optional<Duration> next;
            try {
                started.await();
                queued.set(false);
                waits.beginRound();
                reconcile.accept(name, waits);
                next = waits.endRound();
            } catch (InterruptedException e) {
                return;
            } catch (RuntimeException e) {
                next = Optional.of(AFTER_FAILURE);
                if (!executor.isShutdown()) {
                    LOG.warn("A controller of the simulated tenants failed and will be retried", e);
                }
            }
            next.ifPresent(this::enqueueLater);
        }

        private void enqueueLater(Duration delay) {
            CompletableFuture.delayedExecutor(delay.toNanos(), TimeUnit.NANOSECONDS, Runnable::run)
                    .execute(this::enqueue);
        }
    }

    @Override
    public void close() {
        executor.shutdownNow();
        try {
            if (!executor.awaitTermination(CLOSE_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.warn("A controller of the simulated tenants does not stop");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
