package dev.butlerlabs.core.reconcile;

import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Competes for a Lease until it is closed, and calls back when the lease is acquired and lost. Thread-safe. */
final class LeaseElector implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LeaseElector.class);

    private final KubernetesClient client;
    private final LeaderElection election;
    private final LeaseClaim claim;
    private final InstantSource clock;
    private final Runnable won;
    private final Runnable lost;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread;

    private String seenVersion = "";
    private long seenSince;
    private volatile long renewedAt;
    private volatile boolean leading;

    LeaseElector(KubernetesClient client, LeaderElection election, InstantSource clock, Runnable won, Runnable lost) {
        this.client = KubeConnector.impatient(client, election.requestTimeout());
        this.election = election;
        this.claim = new LeaseClaim(election);
        this.clock = clock;
        this.won = won;
        this.lost = lost;
        this.thread = Thread.ofVirtual().name("elector-" + election.identity()).start(this::compete);
    }

    /** Returns whether the lease is held and was renewed recently enough that no other process can have acquired it. */
    boolean isHeld() {
        return leading && isRecent(renewedAt);
    }

    private boolean isRecent(long time) {
        return System.nanoTime() - time < election.renewDeadline().toNanos();
    }

    private void compete() {
        try {
            do {
                turn();
            } while (!closing.await(pause().toMillis(), TimeUnit.MILLISECONDS));
            resign();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            stepDown();
        }
    }

    private void turn() {
        if (leading && !isHeld()) {
            // Before the lease is read: a process that was suspended must not act in the meantime.
            stepDown();
        }
        // The lease duration counts from the request, not from the response, which may be read much later.
        long requestedAt = System.nanoTime();
        if (tryHold() && isRecent(requestedAt)) {
            renewedAt = requestedAt;
            stepUp();
        } else if (leading && !isHeld()) {
            stepDown();
        }
    }

    private boolean tryHold() {
        try {
            Lease lease = leases().get();
            if (lease == null) {
                client.resource(claim.fresh(clock.instant())).create();
                return true;
            }
            return hold(lease);
        } catch (RuntimeException e) {
            if (!KubeErrorMapper.isConflict(e)) {
                LOG.debug("Lease {} not held: {}", election.leaseName(), e.toString());
            }
            return false;
        }
    }

    private boolean hold(Lease lease) {
        if (!LeaseClaim.version(lease).equals(seenVersion)) {
            seenVersion = LeaseClaim.version(lease);
            seenSince = System.nanoTime();
        }
        if (leading && !claim.isOurs(lease)) {
            stepDown();
            return false;
        }
        if (!claim.mayTake(lease, Duration.ofNanos(System.nanoTime() - seenSince))) {
            return false;
        }
        client.resource(claim.taken(lease, clock.instant())).update();
        return true;
    }

    private void stepUp() {
        if (!leading) {
            leading = true;
            won.run();
        }
    }

    private void stepDown() {
        if (leading) {
            leading = false;
            lost.run();
        }
    }

    /** Releases the lease, so that the next process need not wait for its expiry. The host has stopped reconciling before. */
    private void resign() {
        boolean held = leading;
        stepDown();
        if (!held) {
            return;
        }
        try {
            Lease lease = leases().get();
            if (lease != null && claim.isOurs(lease)) {
                client.resource(claim.released(lease, clock.instant())).update();
            }
        } catch (RuntimeException e) {
            LOG.debug("Lease {} not released; it will expire: {}", election.leaseName(), e.toString());
        }
    }

    private Resource<Lease> leases() {
        return client.leases().inNamespace(election.namespace()).withName(election.leaseName());
    }

    private Duration pause() {
        return election.retryPeriod();
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
