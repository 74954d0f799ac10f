package dev.butlerlabs.core.provider;

import java.util.Objects;
import java.util.Set;

/**
 * The load balancer that is wanted.
 *
 * @param port where it listens, and where the targets are reached
 * @param healthCheckPort where the targets are asked whether they are well
 * @param targets provider ids of the machines behind it
 */
public record BalancerSpec(BalancerId id, int port, int healthCheckPort, Set<String> targets) {
    public BalancerSpec {
        Objects.requireNonNull(id, "id");
        targets = Set.copyOf(targets);
    }
}
