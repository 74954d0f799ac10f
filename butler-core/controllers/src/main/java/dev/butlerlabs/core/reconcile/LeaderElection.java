package dev.butlerlabs.core.reconcile;

import java.time.Duration;
import java.util.Objects;

/**
 * The settings of leader election with a Lease. Immutable.
 *
 * @param identity identifies this process; unique
 * @param leaseDuration how long other processes wait after the last renewal before they acquire the lease
 * @param renewDeadline how long the leader continues without a successful renewal; shorter than the lease
 * @param retryPeriod the interval of renewals and of attempts to acquire the lease
 * @param shards the number of shards into which the processes divide namespaces, written to the lease; 1 if they do not
 */
public record LeaderElection(
        String namespace,
        String leaseName,
        String identity,
        Duration leaseDuration,
        Duration renewDeadline,
        Duration retryPeriod,
        int shards) {
    public LeaderElection {
        Objects.requireNonNull(namespace, "namespace");
        Objects.requireNonNull(leaseName, "leaseName");
        Objects.requireNonNull(identity, "identity");
        if (leaseDuration.toSeconds() < 1
                || leaseDuration.compareTo(renewDeadline) <= 0
                || renewDeadline.compareTo(retryPeriod) <= 0) {
            throw new IllegalArgumentException(
                    "lease duration must be at least 1s and greater than renew deadline, which must be greater than retry period");
        }
        if (shards < 1) {
            throw new IllegalArgumentException("shards must be at least 1");
        }
    }

    public LeaderElection(
            String namespace,
            String leaseName,
            String identity,
            Duration leaseDuration,
            Duration renewDeadline,
            Duration retryPeriod) {
        this(namespace, leaseName, identity, leaseDuration, renewDeadline, retryPeriod, 1);
    }

    public LeaderElection(String namespace, String leaseName, String identity) {
        this(namespace, leaseName, identity, Duration.ofSeconds(15), Duration.ofSeconds(10), Duration.ofSeconds(2));
    }

    /** Returns the same settings for another lease, which does not contain a number of shards. */
    public LeaderElection withLease(String name) {
        return new LeaderElection(namespace, name, identity, leaseDuration, renewDeadline, retryPeriod);
    }

    /** Returns the same settings with another number of shards. */
    public LeaderElection withShards(int count) {
        return new LeaderElection(namespace, leaseName, identity, leaseDuration, renewDeadline, retryPeriod, count);
    }

    /** Returns a request timeout that is short enough to stop before the lease expires. */
    public Duration requestTimeout() {
        return leaseDuration.minus(renewDeadline).dividedBy(2);
    }
}
