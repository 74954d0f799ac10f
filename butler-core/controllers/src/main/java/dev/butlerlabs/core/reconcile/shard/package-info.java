/**
 * Divides namespaces over several processes: a stable hash assigns each namespace to a shard, and a process reconciles the namespaces of the shards whose Leases
 * it holds. The processes share the shards evenly without talking to each other.
 */
package dev.butlerlabs.core.reconcile.shard;
