package dev.butlerlabs.core.provider.gcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.provider.LoadBalancerState;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The existing parts of a load balancer.
 *
 * @param groups the instance groups by zone
 * @param healthyTargets number of targets that pass the health check
 */
record ObservedGcpLoadBalancer(
        String providerId,
        Map<GcpLoadBalancerPart, JsonNode> parts,
        SortedMap<String, GcpInstanceGroup> groups,
        int healthyTargets) {
    ObservedGcpLoadBalancer {
        parts = Map.copyOf(parts);
        groups = new TreeMap<>(groups);
    }

    Optional<JsonNode> find(GcpLoadBalancerPart part) {
        return Optional.ofNullable(parts.get(part));
    }

    boolean has(GcpLoadBalancerPart part) {
        return parts.containsKey(part);
    }

    /** Returns the address, as soon as it is reserved. */
    Optional<String> address() {
        return find(GcpLoadBalancerPart.ADDRESS).flatMap(address -> JsonDocument.text(address, "/address"));
    }

    /** Returns the targets that get connections: members of groups that the backend service uses. */
    Set<GcpTarget> registeredTargets() {
        return groups.entrySet().stream()
                .filter(group -> group.getValue().isBackend())
                .flatMap(group -> group.getValue().members().stream().map(name -> new GcpTarget(group.getKey(), name)))
                .collect(Collectors.toSet());
    }

    /** @param firewall whether the load balancer has a firewall rule of its own */
    LoadBalancerState state(boolean firewall) {
        if (parts.isEmpty() && groups.isEmpty()) {
            return new LoadBalancerState.Absent();
        }
        Optional<GcpLoadBalancerPart> missing = Arrays.stream(GcpLoadBalancerPart.values())
                .filter(part -> firewall || part != GcpLoadBalancerPart.FIREWALL)
                .filter(part -> !has(part))
                .findFirst();
        if (missing.isPresent() || address().isEmpty()) {
            return new LoadBalancerState.Starting(
                    providerId,
                    address(),
                    "The load balancer has no %s yet."
                            .formatted(
                                    missing.orElse(GcpLoadBalancerPart.ADDRESS).title()));
        }
        return new LoadBalancerState.Ready(
                providerId, address().get(), registeredTargets().size(), healthyTargets);
    }
}
