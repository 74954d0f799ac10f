package dev.butlerlabs.core.reconcile.shard;

import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which process holds which shard, as one process observes it.
 *
 * @param members the processes that are ready to hold shards, with the observing one
 * @param holders the processes by the shards that they hold
 * @param free how long the other shards have been without a holder
 */
record ShardDistribution(Set<String> members, SortedMap<Integer, String> holders, SortedMap<Integer, Duration> free) {
    ShardDistribution {
        members = new TreeSet<>(members);
        holders = new TreeMap<>(holders);
        free = new TreeMap<>(free);
    }

    long count(String member) {
        return holders.values().stream().filter(member::equals).count();
    }

    long smallest() {
        return members.stream().mapToLong(this::count).min().orElse(0);
    }

    long largest() {
        return members.stream().mapToLong(this::count).max().orElse(0);
    }

    /** Returns whether this is the member that has to release a shard if one has to; of several with as many shards it is the first. */
    boolean isFirstOfLargest(String member) {
        return members.stream()
                .filter(other -> count(other) == largest())
                .min(Comparator.naturalOrder())
                .filter(member::equals)
                .isPresent();
    }

    Map<Integer, String> holdersOf(String member) {
        TreeMap<Integer, String> own = new TreeMap<>(holders);
        own.values().removeIf(holder -> !holder.equals(member));
        return own;
    }
}
