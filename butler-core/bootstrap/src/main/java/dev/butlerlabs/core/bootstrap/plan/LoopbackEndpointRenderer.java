package dev.butlerlabs.core.bootstrap.plan;

import dev.butlerlabs.core.net.IpAddress;
import dev.butlerlabs.core.talos.patch.ConfigurationPatch;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Renders the address of a passthrough load balancer on the loopback interface of the machines behind it. Such a load balancer does not
 * replace the address in packets, so a machine without it would drop them, including the health checks.
 */
final class LoopbackEndpointRenderer {
    private LoopbackEndpointRenderer() {}

    /**
     * Returns the address that control planes must accept.
     *
     * @param endpoint the host of the Kubernetes API
     * @return empty if the plan has no such load balancer, or its endpoint is a name
     */
    static Optional<String> address(ManagementClusterPlan plan, String endpoint) {
        return plan.isBalanced() && plan.profile().passthroughLoadBalancer()
                ? IpAddress.tryParseIpv4(endpoint).map(_ -> endpoint)
                : Optional.empty();
    }

    static ConfigurationPatch patch(String address) {
        Map<String, Object> loopback = Map.of("interface", "lo", "addresses", List.of(address + "/32"));
        return new ConfigurationPatch.StrategicMerge(
                "the address of the load balancer",
                List.of(Map.of("machine", Map.of("network", Map.of("interfaces", List.of(loopback))))));
    }
}
