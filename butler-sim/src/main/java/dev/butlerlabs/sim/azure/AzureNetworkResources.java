package dev.butlerlabs.sim.azure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.sim.infrastructure.LoadBalancerListener;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Network interfaces, public IP addresses and load balancers. Callers hold the lock of the registry. */
final class AzureNetworkResources implements AutoCloseable {
    private static final List<String> BALANCER_PARTS =
            List.of("frontendIPConfigurations", "backendAddressPools", "probes", "loadBalancingRules", "outboundRules");

    private final ArmRegistry registry;
    private final Function<String, Optional<SimulatedAzureVm>> vms;
    private final Map<String, List<LoadBalancerListener>> listeners = new HashMap<>();
    private final Map<String, String> balancerAddresses = new HashMap<>();
    private int number;
    private int made;

    AzureNetworkResources(ArmRegistry registry, Function<String, Optional<SimulatedAzureVm>> vms) {
        this.registry = registry;
        this.vms = vms;
    }

    /** Sets the port on 127.0.0.1 from which addresses of load balancers are derived, so that they are unique. */
    void standAt(int port) {
        number = port;
    }

    /** Verifies that everything a document refers to exists, also in the document itself. */
    void requireReferences(String id, String type, JsonNode body) {
        if (type.equalsIgnoreCase(ArmRegistry.NIC)) {
            JsonNode properties = body.path("properties");
            if (properties.path("ipConfigurations").isEmpty()) {
                throw ArmException.invalid(
                        "InvalidRequestFormat", "A network interface must have an IP configuration.");
            }
            reference(properties.path("networkSecurityGroup"));
            for (JsonNode configuration : properties.path("ipConfigurations")) {
                requireSubnet(configuration.at("/properties/subnet/id").asText(""));
                reference(configuration.at("/properties/publicIPAddress"));
                configuration.at("/properties/loadBalancerBackendAddressPools").forEach(this::requirePool);
            }
        } else if (type.equalsIgnoreCase(ArmRegistry.BALANCER)) {
            requireParts(id, body.path("properties"));
        }
    }

    private void reference(JsonNode reference) {
        if (reference.has("id")) {
            registry.require(reference.path("id").asText(""), "InvalidResourceReference");
        }
    }

    private void requireSubnet(String id) {
        registry.require(id, "InvalidResourceReference");
    }

    private void requirePool(JsonNode pool) {
        String id = pool.path("id").asText("");
        int cut = id.toLowerCase(Locale.ROOT).indexOf("/backendaddresspools/");
        boolean known = cut > 0
                && registry.find(id.substring(0, cut))
                        .filter(balancer -> balancer.at("/properties/backendAddressPools")
                                .valueStream()
                                .anyMatch(part -> part.path("name")
                                        .asText("")
                                        .equalsIgnoreCase(id.substring(id.lastIndexOf('/') + 1))))
                        .isPresent();
        if (!known) {
            throw ArmException.invalid(
                    "InvalidResourceReference", "Resource %s referenced by the request was not found.".formatted(id));
        }
    }

    private void requireParts(String id, JsonNode properties) {
        List<String> parts = new ArrayList<>();
        for (String list : BALANCER_PARTS) {
            properties
                    .path(list)
                    .forEach(part ->
                            parts.add((id + "/" + list + "/" + part.path("name").asText("")).toLowerCase(Locale.ROOT)));
        }
        properties
                .path("frontendIPConfigurations")
                .forEach(frontend -> reference(frontend.at("/properties/publicIPAddress")));
        Stream.of("loadBalancingRules", "outboundRules")
                .flatMap(list -> properties.path(list).valueStream())
                .flatMap(rule -> rule.path("properties").valueStream())
                .flatMap(value -> value.isArray() ? value.valueStream() : Stream.of(value))
                .map(value -> value.path("id").asText(""))
                .filter(reference -> !reference.isEmpty() && !parts.contains(reference.toLowerCase(Locale.ROOT)))
                .findFirst()
                .ifPresent(reference -> {
                    throw ArmException.invalid(
                            "InvalidResourceReference",
                            "Resource %s referenced by the load balancer was not found.".formatted(reference));
                });
        boolean sharedSnat = properties.path("outboundRules").size() > 0
                && properties
                        .path("loadBalancingRules")
                        .valueStream()
                        .anyMatch(rule ->
                                !rule.at("/properties/disableOutboundSnat").asBoolean());
        if (sharedSnat) {
            throw ArmException.invalid(
                    "RulesOfSameLoadBalancerTypeUseSameFrontendForOutbound",
                    "A load balancing rule must have disableOutboundSnat set when an outbound rule uses its frontend.");
        }
    }

    /** Returns the document of a resource as clients see it. */
    ObjectNode document(ArmResource resource) {
        ObjectNode document = resource.document();
        document.put("etag", resource.etag());
        switch (resource.type) {
            case ArmRegistry.NIC -> completeCard(resource, document);
            case ArmRegistry.ADDRESS -> completeAddress(resource, document);
            case ArmRegistry.BALANCER -> completeBalancer(resource, document);
            default -> {}
        }
        return document;
    }

    private void completeCard(ArmResource nic, ObjectNode document) {
        Optional<SimulatedAzureVm> vm = vmOf(nic);
        ObjectNode properties = (ObjectNode) document.path("properties");
        vm.ifPresent(owner -> {
            properties.putObject("virtualMachine").put("id", owner.resource.id);
            properties.put("macAddress", owner.mac).put("primary", true);
        });
        for (JsonNode configuration : properties.path("ipConfigurations")) {
            complete(nic, "ipConfigurations", (ObjectNode) configuration);
            vm.flatMap(SimulatedAzureVm::address)
                    .ifPresent(address ->
                            ((ObjectNode) configuration.path("properties")).put("privateIPAddress", address));
        }
    }

    private static void complete(ArmResource owner, String list, ObjectNode part) {
        part.put("id", owner.id + "/" + list + "/" + part.path("name").asText(""));
        part.put("etag", owner.etag());
        part.withObject("/properties").put("provisioningState", "Succeeded");
    }

    Optional<SimulatedAzureVm> vmOf(ArmResource nic) {
        return registry.all(ArmRegistry.VM).stream()
                .filter(vm -> vm.at("/properties/networkProfile/networkInterfaces")
                        .valueStream()
                        .anyMatch(card -> card.path("id").asText("").equalsIgnoreCase(nic.id)))
                .findFirst()
                .flatMap(vm -> vms.apply(vm.id));
    }

    private void completeAddress(ArmResource address, ObjectNode document) {
        ObjectNode properties = (ObjectNode) document.path("properties");
        Optional<ArmResource> card = userOf(address, ArmRegistry.NIC);
        Optional<ArmResource> balancer = userOf(address, ArmRegistry.BALANCER);
        card.ifPresent(nic -> properties
                .putObject("ipConfiguration")
                .put(
                        "id",
                        nic.id + "/ipConfigurations/"
                                + nic.at("/properties/ipConfigurations/0/name").asText("")));
        balancer.ifPresent(user -> properties
                .putObject("ipConfiguration")
                .put(
                        "id",
                        user.id + "/frontendIPConfigurations/"
                                + user.at("/properties/frontendIPConfigurations/0/name")
                                        .asText("")));
        Optional<String> ip = card.isPresent()
                ? card.flatMap(this::vmOf).flatMap(SimulatedAzureVm::address)
                : Optional.of(balancerAddress(address));
        ip.ifPresent(text -> properties.put("ipAddress", text));
    }

    private Optional<ArmResource> userOf(ArmResource address, String type) {
        return registry.all(type).stream()
                .filter(user -> user.body
                        .toString()
                        .toLowerCase(Locale.ROOT)
                        .contains("\"" + address.id.toLowerCase(Locale.ROOT) + "\""))
                .findFirst();
    }

    /** Returns whether another resource uses an address. */
    boolean isUsed(ArmResource address) {
        return Stream.of(ArmRegistry.NIC, ArmRegistry.BALANCER)
                .anyMatch(type -> userOf(address, type).isPresent());
    }

    private String balancerAddress(ArmResource address) {
        return balancerAddresses.computeIfAbsent(
                address.id,
                _ -> "127.%d.%d.%d"
                        .formatted(112 + (number >> 12), number >> 4 & 0xff, (number & 0xf) * 16 + made++ % 15 + 1));
    }

    private void completeBalancer(ArmResource balancer, ObjectNode document) {
        ObjectNode properties = (ObjectNode) document.path("properties");
        for (String list : BALANCER_PARTS) {
            properties.path(list).forEach(part -> complete(balancer, list, (ObjectNode) part));
        }
        for (JsonNode pool : properties.path("backendAddressPools")) {
            ArrayNode members = pool.withObject("/properties").putArray("backendIPConfigurations");
            members(pool.path("id").asText(""))
                    .forEach(nic -> members.addObject()
                            .put(
                                    "id",
                                    nic.id + "/ipConfigurations/"
                                            + nic.at("/properties/ipConfigurations/0/name")
                                                    .asText("")));
        }
    }

    private List<ArmResource> members(String poolId) {
        return registry.all(ArmRegistry.NIC).stream()
                .filter(nic -> nic.at("/properties/ipConfigurations/0/properties/loadBalancerBackendAddressPools")
                        .valueStream()
                        .anyMatch(pool -> pool.path("id").asText("").equalsIgnoreCase(poolId)))
                .toList();
    }

    /** Opens the ports of a load balancer that was created or changed. */
    void listen(ArmResource balancer) {
        silence(balancer);
        List<LoadBalancerListener> opened = new ArrayList<>();
        for (JsonNode rule : balancer.at("/properties/loadBalancingRules")) {
            registry.find(balancer.at("/properties/frontendIPConfigurations/0/properties/publicIPAddress/id")
                            .asText(""))
                    .flatMap(address -> LoadBalancerListener.open(
                            balancerAddress(address),
                            rule.at("/properties/frontendPort").asInt(),
                            () -> targets(rule)))
                    .ifPresent(opened::add);
        }
        listeners.put(balancer.id, opened);
    }

    private List<InetSocketAddress> targets(JsonNode rule) {
        synchronized (registry) {
            return members(rule.at("/properties/backendAddressPool/id").asText("")).stream()
                    .flatMap(nic -> vmOf(nic).flatMap(SimulatedAzureVm::address).stream())
                    .map(address -> new InetSocketAddress(
                            address, rule.at("/properties/backendPort").asInt()))
                    .toList();
        }
    }

    /** Closes the ports of a load balancer, and removes the network interfaces from its pools. */
    void forget(ArmResource balancer) {
        silence(balancer);
        for (ArmResource nic : registry.all(ArmRegistry.NIC)) {
            for (JsonNode configuration : nic.at("/properties/ipConfigurations")) {
                JsonNode pools = configuration.at("/properties/loadBalancerBackendAddressPools");
                if (pools instanceof ArrayNode list) {
                    list.removeIf(pool -> pool.path("id")
                            .asText("")
                            .toLowerCase(Locale.ROOT)
                            .startsWith(balancer.id.toLowerCase(Locale.ROOT) + "/"));
                }
            }
        }
    }

    private void silence(ArmResource balancer) {
        Optional.ofNullable(listeners.remove(balancer.id)).orElse(List.of()).forEach(LoadBalancerListener::close);
    }

    @Override
    public void close() {
        listeners.values().stream().flatMap(List::stream).forEach(LoadBalancerListener::close);
    }
}
