package dev.butlerlabs.core.provider;

import java.util.Objects;

/** Identifies the load balancer of a control plane. */
public record BalancerId(String cluster, OwnerId owner) {
    public BalancerId {
        Objects.requireNonNull(cluster, "cluster");
        Objects.requireNonNull(owner, "owner");
    }
}
