package dev.butlerlabs.core.status;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The shards into which the controllers divide the namespaces of tenant clusters. Immutable.
 *
 * @param holders how many shards each process holds
 * @param free the shards that no process holds
 */
public record ShardsObservation(int count, SortedMap<String, Integer> holders, List<Integer> free) {
    public ShardsObservation {
        holders = Collections.unmodifiableSortedMap(new TreeMap<>(holders));
        free = List.copyOf(free);
    }
}
