package dev.butlerlabs.core.reconcile.shard;

import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.reconcile.NamespaceFilter;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shares the namespaces with other processes until it is closed: holds as many shards as the others, one more or one fewer. Create it before the host that
 * reconciles with its filter, start it when the host has started, and close it before the host. Thread-safe.
 */
public final class ShardElector implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ShardElector.class);
    private static final Duration FINISH_PAUSE = Duration.ofMillis(50);

    private final KubernetesClient client;
    private final ShardOptions options;
    private final ExecutorService renewals = Executors.newVirtualThreadPerTaskExecutor();
    private final ShardCoordinator coordinator;
    private final CountDownLatch closed = new CountDownLatch(1);
    private Optional<Thread> thread = Optional.empty();

    /** @param client for the Leases; its writes must be allowed while no shard is held */
    public ShardElector(KubernetesClient client, ShardOptions options, InstantSource clock) {
        this.client = KubeConnector.impatient(client, options.election().requestTimeout());
        this.options = options;
        this.coordinator = new ShardCoordinator(this.client, options, clock, System::nanoTime, renewals);
    }

    /** Returns the filter for the host: it includes the namespaces of the shards that are held now. */
    public NamespaceFilter filter() {
        return coordinator.filter();
    }

    /** Returns whether a reconciliation of a namespace may write now. */
    public boolean mayWrite() {
        return coordinator.mayWrite();
    }

    /** Returns the number of shards whose namespaces are reconciled by this process now. */
    public int held() {
        return coordinator.opened().size();
    }

    /** Starts to acquire shards. */
    public synchronized void start() {
        thread = Optional.of(
                Thread.ofVirtual().name("shards-" + options.identity()).start(this::compete));
    }

    private void compete() {
        try {
            Duration pause = Duration.ZERO;
            while (!closed.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
                pause = advance();
            }
            release();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** An unexpected failure must not end the renewals of the leases that are held. */
    private Duration advance() {
        try {
            return coordinator.advance();
        } catch (RuntimeException e) {
            LOG.warn("Cannot share the shards; retrying", e);
            return options.election().retryPeriod();
        }
    }

    private void release() throws InterruptedException {
        coordinator.leave();
        while (!coordinator.finish()) {
            TimeUnit.MILLISECONDS.sleep(FINISH_PAUSE.toMillis());
        }
    }

    /** Waits for running reconciliations, which are interrupted after the grace period, and releases all leases. */
    @Override
    public synchronized void close() {
        closed.countDown();
        try {
            if (thread.isPresent()
                    && !thread.get()
                            .join(options.grace()
                                    .plus(options.election().requestTimeout().multipliedBy(4)))) {
                thread.get().interrupt();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            renewals.shutdownNow();
            client.close();
        }
    }
}
