package dev.butlerlabs.core.docker;

import java.util.List;
import java.util.Map;

/**
 * An existing network.
 *
 * @param containers number of connected containers
 */
public record NetworkState(String id, int containers, List<String> subnets, Map<String, String> options) {
    public NetworkState {
        subnets = List.copyOf(subnets);
        options = Map.copyOf(options);
    }
}
