package dev.butlerlabs.core.provider;

import java.util.Objects;

/** Identifies the load balancer of a control plane. */
public record LoadBalancerId(String cluster, OwnerId owner) {
    public LoadBalancerId {
        Objects.requireNonNull(cluster, "cluster");
        Objects.requireNonNull(owner, "owner");
    }
}
