package dev.butlerlabs.core.provider.gcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.LoadBalancerId;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Reads load balancers and their parts, and determines their owner. */
record GcpLoadBalancerReader(GcpClient client, GcpSettings settings, GcpZones zones) {
    /** Returns the parts that belong to this owner. */
    ObservedGcpLoadBalancer ours(LoadBalancerId id) {
        return read(id, (title, found) -> GcpOwnership.isOf(id, found));
    }

    /**
     * Returns the parts that belong to this owner.
     *
     * @throws ButlerException with FOREIGN_RESOURCE if a resource of another owner has one of the names
     */
    ObservedGcpLoadBalancer oursAlone(LoadBalancerId id) {
        return read(id, (title, found) -> requireOurs(id, title, found));
    }

    private interface Filter {
        boolean accepts(String title, JsonNode found);
    }

    private static boolean requireOurs(LoadBalancerId id, String title, JsonNode found) {
        if (!GcpOwnership.isOf(id, found)) {
            throw new ButlerException(
                    ErrorCode.FOREIGN_RESOURCE,
                    "The %s %s already exists and does not belong to this cluster."
                            .formatted(title, GcpLoadBalancerNames.of(id)),
                    "Rename the cluster, or delete that resource if it is not needed.");
        }
        return true;
    }

    private ObservedGcpLoadBalancer read(LoadBalancerId id, Filter filter) {
        String name = GcpLoadBalancerNames.of(id);
        Map<GcpLoadBalancerPart, JsonNode> parts = new EnumMap<>(GcpLoadBalancerPart.class);
        for (GcpLoadBalancerPart part : GcpLoadBalancerPart.values()) {
            if (part != GcpLoadBalancerPart.FIREWALL || settings.ownsNetwork()) {
                client.find(part.collection(settings.region()) + "/" + name)
                        .filter(found -> filter.accepts(part.title(), found))
                        .ifPresent(found -> parts.put(part, found));
            }
        }
        Optional<JsonNode> service = Optional.ofNullable(parts.get(GcpLoadBalancerPart.BACKEND_SERVICE));
        SortedMap<String, GcpInstanceGroup> groups =
                groups(name, service, found -> filter.accepts("instance group", found));
        int healthy = parts.containsKey(GcpLoadBalancerPart.FORWARDING_RULE)
                ? groups.values().stream()
                        .filter(GcpInstanceGroup::isBackend)
                        .mapToInt(group -> healthy(name, group))
                        .sum()
                : 0;
        return new ObservedGcpLoadBalancer(
                client.full("regions/%s/forwardingRules/%s".formatted(settings.region(), name)),
                parts,
                groups,
                healthy);
    }

    private SortedMap<String, GcpInstanceGroup> groups(
            String name, Optional<JsonNode> service, Predicate<JsonNode> filter) {
        SortedMap<String, GcpInstanceGroup> groups = new TreeMap<>();
        for (String zone : zones.ofRegion()) {
            String path = groupPath(zone, name);
            client.find(path)
                    .filter(filter)
                    .flatMap(_ -> group(path, service))
                    .ifPresent(group -> groups.put(zone, group));
        }
        return groups;
    }

    static String groupPath(String zone, String name) {
        return "zones/%s/instanceGroups/%s".formatted(zone, name);
    }

    /** Returns empty if the group was deleted meanwhile. */
    private Optional<GcpInstanceGroup> group(String path, Optional<JsonNode> service) {
        boolean used = service.stream()
                .flatMap(json -> JsonDocument.items(json.path("backends")))
                .anyMatch(backend ->
                        GcpPaths.belowProject(backend.path("group").asText("")).equals(path));
        return client.query(path + "/listInstances", JsonDocument.object())
                .map(members -> JsonDocument.items(members.path("items"))
                        .map(member -> GcpPaths.name(member.path("instance").asText("")))
                        .collect(Collectors.toSet()))
                .map(members -> new GcpInstanceGroup(path, members, used));
    }

    private int healthy(String name, GcpInstanceGroup group) {
        ObjectNode reference = JsonDocument.object().put("group", client.full(group.path()));
        return (int)
                client
                        .query("regions/%s/backendServices/%s/getHealth".formatted(settings.region(), name), reference)
                        .stream()
                        .flatMap(health -> JsonDocument.items(health.path("healthStatus")))
                        .filter(status -> status.path("healthState").asText("").equals("HEALTHY"))
                        .count();
    }
}
