package dev.butlerlabs.core.config.bootstrap;

import dev.butlerlabs.core.config.Ipv4Address;
import dev.butlerlabs.core.config.Ipv4Range;
import java.util.Objects;
import java.util.Optional;

/**
 * Addresses of the cluster.
 *
 * @param vip the virtual address of the control plane
 * @param loadBalancerPool what services of type LoadBalancer get
 * @param nodeAddresses what the machines get; the infrastructure chooses when empty
 * @param mtu largest packet of the machines' network
 */
public record NetworkPlan(
        Ipv4Range pods,
        Ipv4Range services,
        Optional<Ipv4Address> vip,
        Optional<String> vipInterface,
        Optional<Ipv4Range> loadBalancerPool,
        Optional<NodeAddressPlan> nodeAddresses,
        Optional<Integer> mtu) {
    public NetworkPlan {
        Objects.requireNonNull(pods, "pods");
        Objects.requireNonNull(services, "services");
        Objects.requireNonNull(nodeAddresses, "nodeAddresses");
    }
}
