package dev.butlerlabs.core.operation;

import dev.butlerlabs.core.reconcile.LeaderElection;
import java.time.Duration;

/**
 * The times of {@link ClusterOperationLock}. Immutable.
 *
 * @param duration how long other processes wait for a renewal before they acquire the lock; whole seconds
 * @param renewDeadline how long the holder continues without a successful renewal
 * @param renewPeriod the interval of renewals
 * @param retryPeriod the interval of attempts to acquire the lock, and of renewals after one failed
 */
record OperationLockTimings(Duration duration, Duration renewDeadline, Duration renewPeriod, Duration retryPeriod) {
    static final OperationLockTimings DEFAULT = new OperationLockTimings(
            Duration.ofSeconds(30), Duration.ofSeconds(20), Duration.ofSeconds(10), Duration.ofSeconds(1));

    LeaderElection election(String namespace, String identity) {
        return new LeaderElection(
                namespace, ClusterOperationLock.LEASE, identity, duration, renewDeadline, renewPeriod);
    }

    /** Returns a request timeout that is short enough to stop before the lock expires. */
    Duration requestTimeout() {
        return duration.minus(renewDeadline).dividedBy(2);
    }
}
