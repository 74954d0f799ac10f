package dev.butlerlabs.core.operation;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.reconcile.LeaderElection;
import dev.butlerlabs.core.reconcile.LeaseHolder;
import dev.butlerlabs.core.retry.Sleeper;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Excludes other operations on the same management cluster, on this machine and on others, with the Lease {@value #LEASE}.
 *
 * <p>A virtual thread renews the Lease while the lock is held. If renewals fail for longer than another process waits, or another process
 * holds the Lease, the lock is lost and stays lost. A process that was killed leaves the Lease; the next one acquires it after it has
 * observed the Lease unchanged for {@link #DURATION}.
 *
 * <p>Thread-safe.
 */
public final class ClusterOperationLock implements AutoCloseable {
    /** The name of the Lease. */
    public static final String LEASE = "butler-operation";

    /** How long other processes wait for a renewal before they acquire the lock. */
    public static final Duration DURATION = OperationLockTimings.DEFAULT.duration();

    private final KubernetesClient client;
    private final LeaseHolder lease;
    private final String operation;
    private final OperationLockTimings timings;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread renewal;
    private volatile boolean lost;

    private ClusterOperationLock(
            KubernetesClient client, LeaseHolder lease, String operation, OperationLockTimings timings) {
        this.client = client;
        this.lease = lease;
        this.operation = operation;
        this.timings = timings;
        this.renewal = Thread.ofVirtual().name("operation-lock").start(this::renewUntilClosed);
    }

    /**
     * Acquires the lock. If another process holds it, waits until that process renews it or the Lease expires.
     *
     * @param namespace an existing namespace of the management cluster, normally {@code butler-system}
     * @param operation what this process does, for the messages of other processes, such as {@code node add}
     * @param waiting receives a message if the holder may have been killed and this call waits for the Lease to expire
     * @throws ButlerException with {@link ErrorCode#CLUSTER_LOCKED} and the holder if another operation holds the lock; with the error of
     *     the API if the Lease cannot be read or written
     */
    public static ClusterOperationLock acquire(
            KubernetesClient client,
            String namespace,
            String operation,
            InstantSource clock,
            Consumer<String> waiting) {
        return acquire(client, namespace, operation, clock, waiting, OperationLockTimings.DEFAULT);
    }

    static ClusterOperationLock acquire(
            KubernetesClient client,
            String namespace,
            String operation,
            InstantSource clock,
            Consumer<String> waiting,
            OperationLockTimings timings) {
        LeaderElection election = timings.election(
                namespace, OperationHolder.current(operation, clock).identity());
        KubernetesClient ownClient = KubeConnector.impatient(client, timings.requestTimeout());
        try {
            LeaseHolder lease = new LeaseHolder(ownClient, election, clock, System::nanoTime, () -> {}, () -> {});
            new OperationLockAcquisition(ownClient, election, lease, timings.retryPeriod(), Sleeper.SYSTEM, waiting)
                    .run();
            return new ClusterOperationLock(ownClient, lease, operation, timings);
        } catch (RuntimeException e) {
            ownClient.close();
            throw e;
        }
    }

    /**
     * Stops an operation that may no longer be alone. Operations call it before each change.
     *
     * @throws ButlerException with {@link ErrorCode#CLUSTER_LOCKED} if the lock was lost or closed
     */
    public void ensureHeld() {
        if (!isHeld()) {
            throw new ButlerException(
                    ErrorCode.CLUSTER_LOCKED,
                    "The operation \"%s\" lost its lock on the cluster (Lease %s) and stops: it could not renew the lock in time, or another process took it."
                            .formatted(operation, LEASE),
                    "Check the connection to the cluster and run the command again; it resumes.");
        }
    }

    /** Returns whether no other operation can have acquired the lock. Never waits. */
    public boolean isHeld() {
        return !lost && lease.isHeld();
    }

    /**
     * Returns a client with the same server and credentials whose writes are rejected once the lock is lost. The caller closes it.
     *
     * @param unfenced the client of the operation
     */
    public KubernetesClient fenced(KubernetesClient unfenced) {
        return KubeConnector.fenced(unfenced, this::isHeld);
    }

    private void renewUntilClosed() {
        try {
            Duration pause = timings.renewPeriod();
            while (!closing.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
                pause = renew() ? timings.renewPeriod() : timings.retryPeriod();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean renew() {
        if (!isHeld()) {
            // The holder must not become the leader again: other operations may have changed the cluster in the
            // meantime.
            lost = true;
            return true;
        }
        lease.attempt();
        return lease.failure().isEmpty();
    }

    /** Releases the lock, so that the next operation need not wait. Does nothing if it was lost. */
    @Override
    public void close() {
        closing.countDown();
        try {
            renewal.join();
            if (isHeld()) {
                lease.resign();
            }
            lost = true;
        } catch (InterruptedException e) {
            lost = true;
            Thread.currentThread().interrupt();
        } finally {
            client.close();
        }
    }
}
