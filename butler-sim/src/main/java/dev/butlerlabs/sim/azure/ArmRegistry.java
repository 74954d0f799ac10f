package dev.butlerlabs.sim.azure;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The resources of the subscription, by ID without case. Callers hold the lock of this registry. */
final class ArmRegistry {
    static final String VM = "Microsoft.Compute/virtualMachines";
    static final String DISK = "Microsoft.Compute/disks";
    static final String AVAILABILITY_SET = "Microsoft.Compute/availabilitySets";
    static final String IMAGE = "Microsoft.Compute/images";
    static final String NIC = "Microsoft.Network/networkInterfaces";
    static final String ADDRESS = "Microsoft.Network/publicIPAddresses";
    static final String BALANCER = "Microsoft.Network/loadBalancers";
    static final String NETWORK = "Microsoft.Network/virtualNetworks";
    static final String SECURITY_GROUP = "Microsoft.Network/networkSecurityGroups";

    private final Map<String, ArmResource> resources = new LinkedHashMap<>();

    ArmRegistry() {
        ObjectNode network = located();
        network.putObject("properties")
                .putObject("addressSpace")
                .putArray("addressPrefixes")
                .add("10.0.0.0/8");
        add(AzureCatalog.groupPath(NETWORK) + "/" + AzureCatalog.NETWORK, NETWORK, network);
        ObjectNode subnet = JsonNodeFactory.instance.objectNode();
        subnet.putObject("properties").put("addressPrefix", "10.16.0.0/12");
        add(subnetId(), NETWORK + "/subnets", subnet);
        add(AzureCatalog.groupPath(SECURITY_GROUP) + "/" + AzureCatalog.SECURITY_GROUP, SECURITY_GROUP, located());
        add(AzureCatalog.IMAGE_ID, IMAGE, located());
    }

    static String subnetId() {
        return AzureCatalog.groupPath(NETWORK) + "/" + AzureCatalog.NETWORK + "/subnets/" + AzureCatalog.SUBNET;
    }

    static ObjectNode located() {
        ObjectNode body = JsonNodeFactory.instance.objectNode().put("location", AzureCatalog.LOCATION);
        body.putObject("properties");
        return body;
    }

    ArmResource add(String id, String type, ObjectNode body) {
        ArmResource resource = new ArmResource(id, type, body);
        resources.put(key(id), resource);
        return resource;
    }

    Optional<ArmResource> find(String id) {
        return Optional.ofNullable(resources.get(key(id)));
    }

    ArmResource require(String id, String code) {
        return find(id).orElseThrow(() ->
                new ArmException(400, code, "Resource %s referenced by the request was not found.".formatted(id)));
    }

    void remove(ArmResource resource) {
        resources.remove(key(resource.id));
    }

    List<ArmResource> all(String type) {
        return resources.values().stream()
                .filter(resource -> resource.type.equalsIgnoreCase(type))
                .toList();
    }

    private static String key(String id) {
        return id.toLowerCase(Locale.ROOT);
    }

    /** Verifies the conditions of a request, which protect resources that exist or were changed. */
    static void requireConditions(Optional<ArmResource> found, Optional<String> noneMatch, Optional<String> match) {
        if (noneMatch.filter("*"::equals).isPresent() && found.isPresent()) {
            throw new ArmException(
                    412, "PreconditionFailed", "The resource %s already exists.".formatted(found.get().id));
        }
        if (match.isPresent() && !match.get().equals("*") && !match.equals(found.map(ArmResource::etag))) {
            throw new ArmException(
                    412,
                    "PreconditionFailed",
                    "Etag provided in if-match header does not match the etag of the resource.");
        }
    }
}
