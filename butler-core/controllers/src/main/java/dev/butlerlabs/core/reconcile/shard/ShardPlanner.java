package dev.butlerlabs.core.reconcile.shard;

import java.time.Duration;
import java.util.Collections;
import java.util.List;

/**
 * Decides which shard a process acquires or releases next. Pure: all processes apply the same rules to what they observe, so that
 *
 * <ul>
 *   <li>a free shard is taken by a process with the fewest shards, and by any process if it stays free for too long;
 *   <li>while no shard is free, the process with the most shards releases one if another process has at least two fewer.
 * </ul>
 *
 * <p>The numbers of shards of two processes therefore finally differ by no more than one, also if there are more processes than shards, and a process that starts or
 * stops moves only as many shards as that requires, one after the other.
 */
final class ShardPlanner {
    private final String identity;
    private final Duration patience;

    /**
     * @param identity identifies this process
     * @param patience how long a free shard is left to processes with fewer shards
     */
    ShardPlanner(String identity, Duration patience) {
        this.identity = identity;
        this.patience = patience;
    }

    ShardMove next(ShardDistribution observed) {
        return observed.free().isEmpty() ? release(observed) : take(observed);
    }

    private ShardMove take(ShardDistribution observed) {
        boolean isDue = observed.count(identity) == observed.smallest();
        List<Integer> candidates = observed.free().entrySet().stream()
                .filter(shard -> isDue || shard.getValue().compareTo(patience) >= 0)
                .map(shard -> shard.getKey())
                .toList();
        if (candidates.isEmpty()) {
            return new ShardMove.Stay();
        }
        // Processes that take shards at the same time should not all try the same one.
        return new ShardMove.Take(candidates.get(Math.floorMod(identity.hashCode(), candidates.size())));
    }

    private ShardMove release(ShardDistribution observed) {
        boolean isUneven = observed.largest() - observed.smallest() >= 2;
        return isUneven && observed.isFirstOfLargest(identity)
                ? new ShardMove.Release(
                        Collections.max(observed.holdersOf(identity).keySet()))
                : new ShardMove.Stay();
    }
}
