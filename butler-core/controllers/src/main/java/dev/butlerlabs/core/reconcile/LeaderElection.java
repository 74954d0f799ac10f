package dev.butlerlabs.core.reconcile;

import java.time.Duration;
import java.util.Objects;

/**
 * How several hosts agree on the one that acts, by holding a Lease.
 *
 * @param identity how this host is told from the others; unique for each process
 * @param leaseDuration how long the others wait after the last sign of life before they take over
 * @param renewDeadline how long the holder goes on without being able to renew; shorter than the lease
 * @param retryPeriod how often to renew, or to look whether the lease is free
 */
public record LeaderElection(
        String namespace,
        String leaseName,
        String identity,
        Duration leaseDuration,
        Duration renewDeadline,
        Duration retryPeriod) {
    public LeaderElection {
        Objects.requireNonNull(namespace, "namespace");
        Objects.requireNonNull(leaseName, "leaseName");
        Objects.requireNonNull(identity, "identity");
        if (leaseDuration.toSeconds() < 1
                || leaseDuration.compareTo(renewDeadline) <= 0
                || renewDeadline.compareTo(retryPeriod) <= 0) {
            throw new IllegalArgumentException(
                    "need lease duration > renew deadline > retry period, and a lease of seconds");
        }
    }

    public LeaderElection(String namespace, String leaseName, String identity) {
        this(namespace, leaseName, identity, Duration.ofSeconds(15), Duration.ofSeconds(10), Duration.ofSeconds(2));
    }

    /** A request must be answered or given up early enough to step down before the lease runs out. */
    Duration requestTimeout() {
        return leaseDuration.minus(renewDeadline).dividedBy(2);
    }
}
