package dev.butlerlabs.core.reconcile.shard;

/** What a process should do next about the distribution of shards. */
sealed interface ShardMove {
    /** Acquire the lease of a shard that no process holds. */
    record Take(int shard) implements ShardMove {}

    /** Release a shard, so that a process with fewer shards can take it. */
    record Release(int shard) implements ShardMove {}

    /** Change nothing. */
    record Stay() implements ShardMove {}
}
