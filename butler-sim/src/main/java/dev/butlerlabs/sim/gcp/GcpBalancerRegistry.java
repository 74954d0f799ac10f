package dev.butlerlabs.sim.gcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.sim.infrastructure.LoadBalancerListener;
import dev.butlerlabs.sim.infrastructure.MachineHost.Inside;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The parts of load balancers: addresses, health checks, firewall rules, instance groups, backend services and forwarding rules. */
final class GcpBalancerRegistry {
    private final GcpProjectState project;
    private final Map<String, GcpBalancerPart> resources = new LinkedHashMap<>();
    private final Map<String, LoadBalancerListener> listeners = new LinkedHashMap<>();
    private int port;
    private int addresses;
    private int fingerprints;
    private boolean withoutAddresses;

    GcpBalancerRegistry(GcpProjectState project) {
        this.project = project;
    }

    /** Sets the number from which addresses are derived: a port on 127.0.0.1 that this project owns, so that they are unique. */
    void standAt(int number) {
        port = number;
    }

    ObjectNode insert(String collection, ObjectNode body) {
        String type = collection.substring(collection.lastIndexOf('/') + 1);
        GcpBalancerBodies.check(type, body);
        GcpInstanceValidator.requireName("resource.name", body.path("name").asText());
        String path = collection + "/" + body.path("name").asText();
        if (resources.containsKey(path)) {
            throw GcpApiError.exists(project.links.of(path));
        }
        checkReferences(type, body);
        GcpBalancerPart created = new GcpBalancerPart(path, render(type, path, body));
        resources.put(path, created);
        ObjectNode operation =
                project.operations.start("insert", path, created.json.path("id").asText());
        project.timer.after(
                project.options.bootTime().dividedBy(2), () -> project.locked(() -> appear(created, operation)));
        return operation;
    }

    private void checkReferences(String type, ObjectNode body) {
        switch (type) {
            case "firewalls", "instanceGroups" -> {
                String network = project.links.path(body.path("network").asText());
                if (project.catalog.find(network).isEmpty()) {
                    throw GcpApiError.notFound(network);
                }
            }
            case "backendServices" -> body.path("healthChecks").forEach(check -> require(check.asText()));
            case "forwardingRules" -> {
                require(body.path("backendService").asText());
                requireFree(
                        body.path("IPAddress").asText(),
                        body.path("ports").path(0).asText());
            }
            default -> {}
        }
    }

    private GcpBalancerPart require(String reference) {
        String path = project.links.path(reference);
        return find(path).orElseThrow(() -> GcpApiError.notFound(reference));
    }

    private Optional<GcpBalancerPart> find(String path) {
        return Optional.ofNullable(resources.get(path)).filter(resource -> resource.visible);
    }

    private void requireFree(String address, String rulePort) {
        boolean reserved = resources.values().stream()
                .anyMatch(resource -> resource.isA("addresses")
                        && resource.json.path("address").asText().equals(address));
        boolean used = resources.values().stream()
                .anyMatch(resource -> resource.isA("forwardingRules")
                        && resource.json.path("IPAddress").asText().equals(address)
                        && resource.json.path("ports").path(0).asText().equals(rulePort));
        if (!reserved || used) {
            throw GcpApiError.invalidValue("resource.IPAddress", address);
        }
    }

    private ObjectNode render(String type, String path, ObjectNode body) {
        ObjectNode json = body.deepCopy();
        json.put("kind", "compute#" + type.substring(0, type.length() - (type.equals("addresses") ? 2 : 1)))
                .put("id", project.nextId())
                .put("creationTimestamp", project.operations.now())
                .put("selfLink", project.links.of(path));
        if (path.startsWith("regions/")) {
            json.put("region", project.links.of("regions/" + GcpCatalog.REGION));
        }
        switch (type) {
            case "addresses" -> json.put("address", address()).put("status", "RESERVED");
            case "instanceGroups" ->
                json.put("zone", project.links.of(path.substring(0, path.indexOf("/instanceGroups"))))
                        .put("size", 0);
            case "backendServices" -> json.put("fingerprint", fingerprint());
            case "forwardingRules" -> json.put("fingerprint", fingerprint()).put("networkTier", "PREMIUM");
            default -> {}
        }
        return json;
    }

    private String address() {
        return "127.%d.%d.%d".formatted(112 + (port >> 12), port >> 4 & 0xff, (port & 0xf) * 16 + addresses++ % 15 + 1);
    }

    private String fingerprint() {
        return "Zmlu%04dA=".formatted(++fingerprints);
    }

    /** Lets the quota of static addresses be exhausted, or not. */
    void exhaustAddresses(boolean exhausted) {
        withoutAddresses = exhausted;
    }

    private void appear(GcpBalancerPart created, ObjectNode operation) {
        if (withoutAddresses && created.isA("addresses")) {
            resources.remove(created.path, created);
            String message = "Quota 'STATIC_ADDRESSES' exceeded. Limit: 8.0 in region %s.".formatted(GcpCatalog.REGION);
            project.operations.fail(operation, "QUOTA_EXCEEDED", message, Optional.empty());
            return;
        }
        created.visible = true;
        project.operations.finish(operation);
        if (created.isA("forwardingRules")) {
            String address = created.json.path("IPAddress").asText();
            int rulePort = created.json.path("ports").path(0).asInt();
            LoadBalancerListener.open(
                            address,
                            rulePort,
                            () -> targets(created, address).stream()
                                    .map(target -> new InetSocketAddress(target, rulePort))
                                    .toList())
                    .ifPresent(listener -> listeners.put(created.path, listener));
            addressOf(address).ifPresent(reserved -> reserved.json.put("status", "IN_USE"));
        }
    }

    private Optional<GcpBalancerPart> addressOf(String address) {
        return resources.values().stream()
                .filter(resource -> resource.isA("addresses")
                        && resource.json.path("address").asText().equals(address))
                .findFirst();
    }

    /** Returns the addresses of the backends that accept the address of the load balancer. */
    private List<String> targets(GcpBalancerPart rule, String address) {
        synchronized (project) {
            List<String> targets = new ArrayList<>();
            find(project.links.path(rule.json.path("backendService").asText())).stream()
                    .flatMap(service -> service.json.path("backends").valueStream())
                    .flatMap(backend ->
                            find(project.links.path(backend.path("group").asText())).stream())
                    .flatMap(group -> group.members.stream())
                    .flatMap(member -> project.instances.find(member).stream())
                    .filter(instance -> accepts(instance, address))
                    .forEach(instance -> instance.address().ifPresent(targets::add));
            return targets;
        }
    }

    /** Packets arrive with the address of the load balancer, so a guest that does not have it drops them. */
    private static boolean accepts(SimulatedGcpInstance instance, String address) {
        return Stream.concat(instance.userData().stream(), instance.inside.flatMap(Inside::configuration).stream())
                .anyMatch(text -> text.contains(address + "/32"));
    }

    ObjectNode get(String path) {
        return find(path).orElseThrow(() -> GcpApiError.notFound(project.links.of(path))).json;
    }

    List<ObjectNode> list(String collection) {
        return resources.values().stream()
                .filter(resource -> resource.visible && resource.path.startsWith(collection + "/"))
                .map(resource -> resource.json)
                .toList();
    }

    ObjectNode patch(String path, ObjectNode body) {
        GcpBalancerBodies.check("backendServices", body);
        GcpBalancerPart service = find(path).orElseThrow(() -> GcpApiError.notFound(project.links.of(path)));
        if (!body.path("fingerprint")
                .asText("")
                .equals(service.json.path("fingerprint").asText())) {
            throw new GcpApiError(412, "conditionNotMet", "Invalid fingerprint.");
        }
        body.path("backends").forEach(backend -> require(backend.path("group").asText()));
        ObjectNode operation =
                project.operations.start("patch", path, service.json.path("id").asText());
        project.timer.after(
                project.options.bootTime().dividedBy(2),
                () -> project.locked(() -> {
                    service.json.setAll(body.deepCopy());
                    service.json.put("fingerprint", fingerprint());
                    project.operations.finish(operation);
                }));
        return operation;
    }

    ObjectNode members(String path, String verb, ObjectNode body) {
        GcpBalancerPart group = find(path).orElseThrow(() -> GcpApiError.notFound(project.links.of(path)));
        GcpBalancerBodies.checkMembers(body);
        List<String> named = body.path("instances")
                .valueStream()
                .map(item -> project.links.path(item.path("instance").asText()))
                .toList();
        for (String instance : named) {
            boolean member = group.members.contains(instance);
            if (verb.equals("addInstances")) {
                project.instances.get(instance);
            }
            if (member == verb.equals("addInstances")) {
                throw new GcpApiError(
                        member ? 409 : 400,
                        member ? "memberAlreadyExists" : "memberNotFound",
                        "The resource '%s' is %s a member.".formatted(instance, member ? "already" : "not"));
            }
        }
        ObjectNode operation = project.operations.start(
                "compute.instanceGroups." + verb, path, group.json.path("id").asText());
        if (verb.equals("addInstances")) {
            group.members.addAll(named);
        } else {
            named.forEach(group.members::remove);
        }
        group.json.put("size", group.members.size());
        project.operations.finish(operation);
        return operation;
    }

    List<ObjectNode> members(String path) {
        GcpBalancerPart group = find(path).orElseThrow(() -> GcpApiError.notFound(project.links.of(path)));
        return group.members.stream()
                .flatMap(member -> project.instances.find(member).stream())
                .map(instance -> GcpJson.object()
                        .put("instance", project.links.of(instance.path()))
                        .put("status", instance.status))
                .toList();
    }

    /** Returns what to probe for the health of a group: the addresses of its members by instance, empty if a guest drops probes. */
    Map<String, Optional<String>> probes(String service, ObjectNode body) {
        GcpBalancerPart found = find(service).orElseThrow(() -> GcpApiError.notFound(project.links.of(service)));
        GcpBalancerPart group = require(body.path("group").asText());
        Optional<String> address = resources.values().stream()
                .filter(rule -> rule.isA("forwardingRules")
                        && project.links
                                .path(rule.json.path("backendService").asText())
                                .equals(found.path))
                .map(rule -> rule.json.path("IPAddress").asText())
                .findFirst();
        Map<String, Optional<String>> probes = new TreeMap<>();
        group.members.stream()
                .flatMap(member -> project.instances.find(member).stream())
                .forEach(instance -> probes.put(
                        project.links.of(instance.path()),
                        instance.address()
                                .filter(_ -> address.filter(vip -> accepts(instance, vip))
                                        .isPresent())));
        return probes;
    }

    int healthPort(String service) {
        JsonNode check = get(service).path("healthChecks").path(0);
        return require(check.asText()).json.at("/tcpHealthCheck/port").asInt();
    }

    ObjectNode delete(String path) {
        GcpBalancerPart resource = find(path).orElseThrow(() -> GcpApiError.notFound(project.links.of(path)));
        resources.values().stream()
                .filter(other -> other != resource && references(other).contains(path))
                .findFirst()
                .ifPresent(user -> {
                    throw GcpApiError.inUse(project.links.of(path), project.links.of(user.path));
                });
        if (resource.leaving) {
            throw new GcpApiError(
                    400, "resourceNotReady", "The resource '%s' is not ready".formatted(project.links.of(path)));
        }
        resource.leaving = true;
        ObjectNode operation = project.operations.start(
                "delete", path, resource.json.path("id").asText());
        project.timer.after(
                project.options.removalTime(),
                () -> project.locked(() -> {
                    resources.remove(path, resource);
                    Optional.ofNullable(listeners.remove(path)).ifPresent(LoadBalancerListener::close);
                    project.operations.finish(operation);
                }));
        return operation;
    }

    private List<String> references(GcpBalancerPart resource) {
        List<String> paths = new ArrayList<>();
        paths.add(project.links.path(resource.json.path("backendService").asText("")));
        resource.json.path("healthChecks").forEach(check -> paths.add(project.links.path(check.asText())));
        resource.json
                .path("backends")
                .forEach(backend ->
                        paths.add(project.links.path(backend.path("group").asText())));
        if (resource.isA("forwardingRules")) {
            addressOf(resource.json.path("IPAddress").asText()).ifPresent(address -> paths.add(address.path));
        }
        return paths;
    }

    /** Removes a deleted instance from all groups. */
    void forget(String instance) {
        resources.values().forEach(resource -> {
            if (resource.members.remove(instance)) {
                resource.json.put("size", resource.members.size());
            }
        });
    }

    /** Creates an address for a cluster of this name without ownership marks. */
    void plant(String name) {
        ObjectNode body = GcpJson.object().put("name", name).put("addressType", "EXTERNAL");
        String path = "regions/%s/addresses/%s".formatted(GcpCatalog.REGION, name);
        GcpBalancerPart foreign = new GcpBalancerPart(path, render("addresses", path, body));
        foreign.visible = true;
        resources.put(path, foreign);
    }

    List<String> leftovers() {
        return List.copyOf(resources.keySet());
    }

    void close() {
        listeners.values().forEach(LoadBalancerListener::close);
    }
}
