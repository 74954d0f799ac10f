package dev.butlerlabs.core.provider;

import java.util.Objects;

/** Which load balancer is meant: that of a cluster's control plane. */
public record BalancerId(String cluster, OwnerId owner) {
    public BalancerId {
        Objects.requireNonNull(cluster, "cluster");
        Objects.requireNonNull(owner, "owner");
    }
}
