package dev.butlerlabs.core.provider;

import java.util.Objects;
import java.util.Set;

/**
 * The desired load balancer.
 *
 * @param port port of the listener and of the targets
 * @param healthCheckPort port of the health check on the targets
 * @param targets provider IDs of the target machines
 */
public record LoadBalancerSpec(LoadBalancerId id, int port, int healthCheckPort, Set<String> targets) {
    public LoadBalancerSpec {
        Objects.requireNonNull(id, "id");
        targets = Set.copyOf(targets);
    }
}
