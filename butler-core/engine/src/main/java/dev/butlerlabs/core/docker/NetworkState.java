package dev.butlerlabs.core.docker;

import java.util.List;
import java.util.Map;

/**
 * A network there is.
 *
 * @param containers how many containers are in it
 */
public record NetworkState(String id, int containers, List<String> subnets, Map<String, String> options) {
    public NetworkState {
        subnets = List.copyOf(subnets);
        options = Map.copyOf(options);
    }
}
