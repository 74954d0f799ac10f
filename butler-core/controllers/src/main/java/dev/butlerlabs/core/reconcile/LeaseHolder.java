package dev.butlerlabs.core.reconcile;

import dev.butlerlabs.core.kube.KubeErrorMapper;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Acquires, renews and releases a Lease, and calls back when it is acquired and lost. Each method is one attempt and does not wait. One
 * thread at a time calls {@link #attempt}, {@link #observe}, {@link #resign} and {@link #stepDown}; {@link #isHeld} may be called from any.
 */
public final class LeaseHolder {
    private static final Logger LOG = LoggerFactory.getLogger(LeaseHolder.class);

    private final KubernetesClient client;
    private final LeaderElection election;
    private final LeaseClaim claim;
    private final InstantSource clock;
    private final LongSupplier nanoTime;
    private final Runnable won;
    private final Runnable lost;

    private String seenVersion = "";
    private long seenSince;
    private volatile long renewedAt;
    private volatile boolean leading;
    private Optional<RuntimeException> failure = Optional.empty();

    /**
     * @param clock the times in the Lease, which other processes may display but do not compare
     * @param nanoTime the elapsed time in this process, such as {@link System#nanoTime}
     */
    public LeaseHolder(
            KubernetesClient client,
            LeaderElection election,
            InstantSource clock,
            LongSupplier nanoTime,
            Runnable won,
            Runnable lost) {
        this.client = client;
        this.election = election;
        this.claim = new LeaseClaim(election);
        this.clock = clock;
        this.nanoTime = nanoTime;
        this.won = won;
        this.lost = lost;
    }

    /** Returns whether the lease is held and was renewed recently enough that no other process can have acquired it. */
    public boolean isHeld() {
        return leading && isRecent(renewedAt);
    }

    private boolean isRecent(long time) {
        return nanoTime.getAsLong() - time < election.renewDeadline().toNanos();
    }

    /** Tries once to acquire or renew the lease. */
    public void attempt() {
        if (leading && !isHeld()) {
            // Before the lease is read: a process that was suspended must not act in the meantime.
            stepDown();
        }
        // The lease duration counts from the request, not from the response, which may be read much later.
        long requestedAt = nanoTime.getAsLong();
        if (tryHold() && isRecent(requestedAt)) {
            renewedAt = requestedAt;
            stepUp();
        } else if (leading && !isHeld()) {
            stepDown();
        }
    }

    private boolean tryHold() {
        failure = Optional.empty();
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
                failure = Optional.of(e);
            }
            return false;
        }
    }

    /**
     * Notes a state of the lease that the calling thread has read, so that the time until its expiry starts. Called by the thread that calls
     * {@link #attempt}.
     */
    public void observe(Lease lease) {
        if (!LeaseClaim.version(lease).equals(seenVersion)) {
            seenVersion = LeaseClaim.version(lease);
            seenSince = nanoTime.getAsLong();
        }
    }

    private boolean hold(Lease lease) {
        observe(lease);
        if (leading && !claim.isOurs(lease)) {
            stepDown();
            return false;
        }
        if (!claim.mayTake(lease, Duration.ofNanos(nanoTime.getAsLong() - seenSince))) {
            return false;
        }
        client.resource(claim.taken(lease, clock.instant())).update();
        return true;
    }

    /**
     * Returns why the API could not be used in the last attempt; empty if the lease was read and another process holds it. Called by the
     * thread that calls {@link #attempt}.
     */
    public Optional<RuntimeException> failure() {
        return failure;
    }

    private void stepUp() {
        if (!leading) {
            leading = true;
            won.run();
        }
    }

    /** Stops leading without a request; the lease expires. */
    public void stepDown() {
        if (leading) {
            leading = false;
            lost.run();
        }
    }

    /** Releases the lease, so that the next process need not wait for its expiry. The host has stopped reconciling before. */
    public void resign() {
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
}
