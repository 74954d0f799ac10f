package dev.butlerlabs.core.reconcile;

import dev.butlerlabs.core.kube.KubeConnector;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Competes for a Lease until it is closed, and calls back when the lease is acquired and lost. Thread-safe. */
final class LeaseElector implements AutoCloseable {
    private final KubernetesClient client;
    private final LeaderElection election;
    private final LeaseHolder holder;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread;

    LeaseElector(KubernetesClient client, LeaderElection election, InstantSource clock, Runnable won, Runnable lost) {
        this.client = KubeConnector.impatient(client, election.requestTimeout());
        this.election = election;
        this.holder = new LeaseHolder(this.client, election, clock, System::nanoTime, won, lost);
        this.thread = Thread.ofVirtual().name("elector-" + election.identity()).start(this::compete);
    }

    /** Returns whether the lease is held and was renewed recently enough that no other process can have acquired it. */
    boolean isHeld() {
        return holder.isHeld();
    }

    private void compete() {
        try {
            do {
                holder.attempt();
            } while (!closing.await(election.retryPeriod().toMillis(), TimeUnit.MILLISECONDS));
            holder.resign();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            holder.stepDown();
        }
    }

    @Override
    public void close() {
        closing.countDown();
        try {
            if (!thread.join(election.requestTimeout().multipliedBy(4))) {
                thread.interrupt();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            client.close();
        }
    }
}
