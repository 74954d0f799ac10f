package dev.butlerlabs.core.config.bootstrap;

import dev.butlerlabs.core.config.Ipv4Range;
import dev.butlerlabs.core.net.IpAddress;
import java.util.Objects;
import java.util.Optional;

/**
 * The network of the cluster.
 *
 * @param vip virtual IP address of the control plane
 * @param loadBalancerPool addresses for Services of type LoadBalancer
 * @param nodeAddresses static addresses of the machines; empty if the infrastructure assigns them
 * @param mtu MTU of the machine network
 */
public record NetworkSettings(
        Ipv4Range pods,
        Ipv4Range services,
        Optional<IpAddress> vip,
        Optional<String> vipInterface,
        Optional<Ipv4Range> loadBalancerPool,
        Optional<NodeAddressSettings> nodeAddresses,
        Optional<Integer> mtu) {
    public NetworkSettings {
        Objects.requireNonNull(pods, "pods");
        Objects.requireNonNull(services, "services");
        Objects.requireNonNull(nodeAddresses, "nodeAddresses");
    }
}
