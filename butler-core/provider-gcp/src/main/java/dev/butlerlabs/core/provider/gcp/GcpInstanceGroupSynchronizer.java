package dev.butlerlabs.core.provider.gcp;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Updates the instance groups and backends of a load balancer to the desired targets: one group in each zone with targets. */
record GcpInstanceGroupSynchronizer(GcpClient client, GcpPendingOperations pending, GcpLoadBalancerPayload payload) {
    /** Requests the changes that are possible now; the rest follows in later calls. */
    void synchronize(ObservedGcpLoadBalancer observed) {
        String name = GcpLoadBalancerNames.of(payload.spec().id());
        Map<String, Set<String>> desired = payload.spec().targets().stream()
                .map(GcpTarget::of)
                .collect(Collectors.groupingBy(
                        GcpTarget::zone,
                        TreeMap::new,
                        Collectors.mapping(GcpTarget::instance, Collectors.toCollection(TreeSet::new))));
        for (String zone : desired.keySet()) {
            if (!observed.groups().containsKey(zone)) {
                pending.request(
                        "create the instance group " + name,
                        GcpLoadBalancerReader.groupPath(zone, name),
                        () -> client.post("zones/%s/instanceGroups".formatted(zone), payload.group()));
            }
        }
        for (Map.Entry<String, GcpInstanceGroup> group : observed.groups().entrySet()) {
            members(group.getValue(), desired.getOrDefault(group.getKey(), Set.of()));
        }
        backends(observed);
    }

    private void members(GcpInstanceGroup group, Set<String> desired) {
        List<String> missing = without(desired, group.members());
        List<String> surplus = without(group.members(), desired);
        if (!missing.isEmpty()) {
            change(group, "addInstances", missing);
        }
        if (!surplus.isEmpty()) {
            change(group, "removeInstances", surplus);
        }
    }

    private static List<String> without(Set<String> some, Set<String> others) {
        return some.stream().filter(name -> !others.contains(name)).sorted().toList();
    }

    private void change(GcpInstanceGroup group, String verb, List<String> instances) {
        ObjectNode body = JsonDocument.object();
        ArrayNode references = body.putArray("instances");
        String zone = GcpPaths.zone("projects/p/" + group.path());
        instances.forEach(name ->
                references.addObject().put("instance", client.full("zones/%s/instances/%s".formatted(zone, name))));
        pending.request(
                "%s of the instance group".formatted(verb),
                group.path() + "/" + verb + instances,
                () -> client.post(group.path() + "/" + verb, body));
    }

    /** Adds groups to the backend service. The fingerprint makes a concurrent change fail instead of being overwritten. */
    private void backends(ObservedGcpLoadBalancer observed) {
        Set<String> missing = observed.groups().values().stream()
                .filter(group -> !group.isBackend())
                .map(GcpInstanceGroup::path)
                .collect(Collectors.toCollection(TreeSet::new));
        if (missing.isEmpty() || !observed.has(GcpLoadBalancerPart.BACKEND_SERVICE)) {
            return;
        }
        Set<String> all = new HashSet<>(missing);
        observed.groups().values().stream()
                .filter(GcpInstanceGroup::isBackend)
                .map(GcpInstanceGroup::path)
                .forEach(all::add);
        String fingerprint = observed.find(GcpLoadBalancerPart.BACKEND_SERVICE)
                .orElseThrow()
                .path("fingerprint")
                .asText("");
        String service = GcpLoadBalancerPart.BACKEND_SERVICE.collection(
                        payload.settings().region())
                + "/" + GcpLoadBalancerNames.of(payload.spec().id());
        pending.request(
                "add backends to the backend service",
                service + " " + fingerprint,
                () -> client.patch(service, payload.backends(all, fingerprint)));
    }
}
