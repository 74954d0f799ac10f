package dev.butlerlabs.core.provider.azure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The documents of network interfaces and public IP addresses of machines. */
final class NetworkInterfaceDocument {
    private static final String POOLS = "loadBalancerBackendAddressPools";
    /** Fields that Azure sets. A document that is sent back does not contain them. */
    private static final Set<String> READ_ONLY = Set.of(
            "etag",
            "type",
            "provisioningState",
            "resourceGuid",
            "macAddress",
            "virtualMachine",
            "hostedWorkloads",
            "tapConfigurations",
            "vnetEncryptionSupported",
            "defaultOutboundConnectivityEnabled",
            "privateLinkConnectionProperties",
            "privateEndpoint",
            "dscpConfiguration");

    private NetworkInterfaceDocument() {}

    static ObjectNode of(MachineSpec spec, AzureSettings settings, Optional<String> publicAddressId) {
        ObjectNode nic = JsonDocument.object();
        nic.put("location", settings.location());
        nic.set("tags", AzureOwnershipTags.json(AzureOwnershipTags.of(spec.id(), spec.labels())));
        ObjectNode properties = nic.putObject("properties");
        ObjectNode configuration = properties.putArray("ipConfigurations").addObject();
        configuration.put("name", "primary");
        ObjectNode address = configuration.putObject("properties");
        address.put("primary", true).put("privateIPAllocationMethod", "Dynamic");
        address.putObject("subnet").put("id", subnet(settings));
        publicAddressId.ifPresent(id -> {
            ObjectNode reference = address.putObject("publicIPAddress");
            reference.put("id", id);
            reference.putObject("properties").put("deleteOption", "Delete");
        });
        settings.securityGroup()
                .ifPresent(group ->
                        properties.putObject("networkSecurityGroup").put("id", securityGroup(settings, group)));
        return nic;
    }

    static String subnet(AzureSettings settings) {
        return network(settings) + "/subnets/" + settings.subnet();
    }

    static String network(AzureSettings settings) {
        return ArmPaths.of(settings)
                .inGroup(settings.networkGroup())
                .id(ArmResourceType.VIRTUAL_NETWORK, settings.network());
    }

    static String securityGroup(AzureSettings settings, String group) {
        return group.startsWith("/") ? group : ArmPaths.of(settings).id(ArmResourceType.SECURITY_GROUP, group);
    }

    /** Returns a public IP address of a machine. */
    static ObjectNode publicAddress(MachineSpec spec, AzureSettings settings, Optional<String> zone) {
        ObjectNode address = publicAddress(settings);
        address.set("tags", AzureOwnershipTags.json(AzureOwnershipTags.of(spec.id(), spec.labels())));
        zone.ifPresent(name -> address.putArray("zones").add(name));
        return address;
    }

    /** Returns a static address of the standard tier, without tags. */
    static ObjectNode publicAddress(AzureSettings settings) {
        ObjectNode address = JsonDocument.object();
        address.put("location", settings.location());
        address.putObject("sku").put("name", "Standard").put("tier", "Regional");
        address.putObject("properties")
                .put("publicIPAllocationMethod", "Static")
                .put("publicIPAddressVersion", "IPv4");
        return address;
    }

    /** Returns the IDs of the pools that the primary address is a member of. */
    static List<String> pools(JsonNode nic) {
        return JsonDocument.items(primary(nic).path("properties").path(POOLS))
                .map(pool -> pool.path("id").asText(""))
                .toList();
    }

    private static JsonNode primary(JsonNode nic) {
        return nic.at("/properties/ipConfigurations/0");
    }

    /** Returns the document to send back, with other pools for the primary address. All other settings stay. */
    static ObjectNode withPools(JsonNode nic, List<String> pools) {
        ObjectNode copy = writable(nic);
        ObjectNode properties = (ObjectNode) primary(copy).path("properties");
        ArrayNode list = properties.putArray(POOLS);
        pools.forEach(id -> list.addObject().put("id", id));
        return copy;
    }

    private static ObjectNode writable(JsonNode nic) {
        ObjectNode copy = nic.deepCopy();
        strip(copy);
        copy.remove("id");
        copy.remove("name");
        ((ObjectNode) copy.path("properties")).remove("primary");
        return copy;
    }

    private static void strip(JsonNode node) {
        if (node instanceof ObjectNode object) {
            new ArrayList<>(object.propertyStream().map(field -> field.getKey()).toList())
                    .stream().filter(READ_ONLY::contains).forEach(object::remove);
        }
        node.valueStream().forEach(NetworkInterfaceDocument::strip);
    }
}
