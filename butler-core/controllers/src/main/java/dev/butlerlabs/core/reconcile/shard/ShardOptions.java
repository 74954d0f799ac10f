package dev.butlerlabs.core.reconcile.shard;

import dev.butlerlabs.core.reconcile.LeaderElection;
import java.time.Duration;
import java.util.Objects;

/**
 * The settings of a process that shares shards with others. Immutable.
 *
 * @param election the settings of the election of the leader, which contain the number of shards. The Leases of the shards have the same durations
 * @param grace how long running reconciliations of a shard may take when the process releases it, before they are interrupted
 */
public record ShardOptions(LeaderElection election, Duration grace) {
    /** How much more often a process decides while a shard moves. */
    private static final int STEPS = 4;

    public ShardOptions {
        Objects.requireNonNull(election, "election");
        Objects.requireNonNull(grace, "grace");
        if (election.shards() < 2) {
            throw new IllegalArgumentException("sharding requires at least 2 shards");
        }
    }

    public ShardOptions(LeaderElection election) {
        this(election, Duration.ofSeconds(10));
    }

    int count() {
        return election.shards();
    }

    String identity() {
        return election.identity();
    }

    ShardLeaseNames names() {
        return new ShardLeaseNames(election.leaseName());
    }

    /** Returns the pause between two decisions while a shard moves. */
    Duration step() {
        return election.retryPeriod().dividedBy(STEPS);
    }
}
