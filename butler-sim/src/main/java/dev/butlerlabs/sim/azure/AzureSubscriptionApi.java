package dev.butlerlabs.sim.azure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;

/** What a subscription offers and permits: VM sizes, usages, images and permissions. */
final class AzureSubscriptionApi {
    private static final String VERSIONS = "microsoft.compute/locations/publishers/artifacttypes/offers/skus/versions";

    private final AzureCloud cloud;

    AzureSubscriptionApi(AzureCloud cloud) {
        this.cloud = cloud;
    }

    /** Returns the response to a question about the subscription; empty if the request is another one. */
    Optional<JsonNode> answer(ArmTarget target, String method) {
        if (!method.equals("GET")) {
            return Optional.empty();
        }
        return switch (target.type()) {
            case "microsoft.compute/skus" -> Optional.of(list(skus(target)));
            case "microsoft.compute/locations/usages" -> Optional.of(list(at(target, cloud.usages())));
            case "microsoft.network/locations/usages" -> Optional.of(list(at(target, cloud.networkUsages())));
            case "microsoft.authorization/permissions" -> Optional.of(list(List.of(permissions())));
            case "microsoft.compute/virtualmachines/instanceview" ->
                Optional.of(cloud.vms
                        .find(AzureCatalog.groupPath(ArmRegistry.VM) + "/"
                                + target.names().getFirst())
                        .orElseThrow(() -> ArmException.absent(target.names().getFirst()))
                        .instanceView());
            case VERSIONS -> Optional.of(versions(target.names()));
            default -> Optional.empty();
        };
    }

    private List<ObjectNode> skus(ArmTarget target) {
        String filter = target.query().getOrDefault("$filter", "");
        if (!filter.isEmpty() && !filter.equals("location eq '%s'".formatted(AzureCatalog.LOCATION))) {
            return List.of();
        }
        List<ObjectNode> skus = AzureCatalog.skus();
        skus.stream()
                .filter(sku ->
                        cloud.rules.restricted().contains(sku.path("name").asText("")))
                .forEach(sku -> {
                    ObjectNode restriction = ((ArrayNode) sku.path("restrictions")).addObject();
                    restriction.put("type", "Location").put("reasonCode", "NotAvailableForSubscription");
                    restriction.putArray("values").add(AzureCatalog.LOCATION);
                });
        return skus;
    }

    private static List<ObjectNode> at(ArmTarget target, List<ObjectNode> usages) {
        if (!target.names().getFirst().equalsIgnoreCase(AzureCatalog.LOCATION)) {
            throw ArmException.invalid(
                    "NoRegisteredProviderFound",
                    "No registered resource provider found for location '%s'."
                            .formatted(target.names().getFirst()));
        }
        return usages;
    }

    private static ObjectNode permissions() {
        ObjectNode permission = JsonNodeFactory.instance.objectNode();
        permission
                .putArray("actions")
                .add("Microsoft.Compute/*")
                .add("Microsoft.Network/*")
                .add("*/read");
        permission.putArray("notActions");
        return permission;
    }

    /** The list of versions is a bare array; a single version is a document. */
    private static JsonNode versions(List<String> names) {
        String urn = String.join(":", names.get(1), names.get(3), names.get(4));
        boolean known = AzureCatalog.IMAGE_URN.startsWith(urn + ":");
        if (names.size() == 5) {
            ArrayNode versions = JsonNodeFactory.instance.arrayNode();
            if (known) {
                versions.addObject().put("name", "1.0.0").put("location", AzureCatalog.LOCATION);
            }
            return versions;
        }
        if (!known || !AzureCatalog.isImage(urn + ":" + names.get(5))) {
            throw new ArmException(404, "NotFound", "Artifact: VMImage was not found.");
        }
        return JsonNodeFactory.instance.objectNode().put("name", names.get(5)).put("location", AzureCatalog.LOCATION);
    }

    private static ObjectNode list(List<ObjectNode> values) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        ArrayNode value = body.putArray("value");
        values.forEach(value::add);
        return body;
    }
}
