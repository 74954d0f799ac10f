package dev.butlerlabs.core.docker;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * An existing network.
 *
 * @param containers number of connected containers
 */
public record NetworkState(
        String id,
        String name,
        int containers,
        List<String> subnets,
        Map<String, String> options,
        Map<String, String> labels) {
    public NetworkState {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(name, "name");
        subnets = List.copyOf(subnets);
        options = Map.copyOf(options);
        labels = Map.copyOf(labels);
    }
}
