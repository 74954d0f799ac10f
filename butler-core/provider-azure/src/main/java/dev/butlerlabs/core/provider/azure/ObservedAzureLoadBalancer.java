package dev.butlerlabs.core.provider.azure;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.provider.LoadBalancerState;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The existing parts of a load balancer that belong to its owner. */
record ObservedAzureLoadBalancer(Optional<JsonNode> balancer, Optional<JsonNode> address) {
    LoadBalancerState state() {
        if (balancer.isPresent()) {
            return state(balancer.get());
        }
        return address.<LoadBalancerState>map(found -> AzureVmStateMapper.isDeleting(found)
                        ? new LoadBalancerState.Leaving(idOf(found))
                        : new LoadBalancerState.Starting(
                                idOf(found), endpoint(), "The load balancer has not been created yet."))
                .orElseGet(LoadBalancerState.Absent::new);
    }

    /** Azure reports the results of probes as metrics only, so every registered target counts as healthy. */
    private LoadBalancerState state(JsonNode found) {
        String id = idOf(found);
        return switch (found.at("/properties/provisioningState").asText("").toLowerCase(Locale.ROOT)) {
            case "deleting" -> new LoadBalancerState.Leaving(id);
            case "failed" ->
                new LoadBalancerState.Broken(
                        id, "LoadBalancerFailed", "Azure failed to create or change the load balancer.");
            case "succeeded" ->
                endpoint()
                        .filter(_ -> LoadBalancerDocument.hasRule(found))
                        .<LoadBalancerState>map(address -> new LoadBalancerState.Ready(
                                id, address, members().size(), members().size()))
                        .orElseGet(() -> starting(id));
            default -> starting(id);
        };
    }

    private LoadBalancerState starting(String id) {
        return new LoadBalancerState.Starting(id, endpoint(), "Azure is configuring the load balancer.");
    }

    private static String idOf(JsonNode resource) {
        return resource.path("id").asText("");
    }

    private Optional<String> endpoint() {
        return address.flatMap(found -> JsonDocument.text(found, "/properties/ipAddress"));
    }

    /** Returns the names of the network interfaces in the pool. */
    List<String> members() {
        return balancer.map(LoadBalancerDocument::pool).stream()
                .flatMap(pool -> JsonDocument.items(pool.at("/properties/backendIPConfigurations")))
                .flatMap(configuration ->
                        ArmPaths.segmentAfter(configuration.path("id").asText(""), "networkInterfaces").stream())
                .toList();
    }
}
