package dev.butlerlabs.sim.azure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a subscription offers and permits: VM sizes, usages, images and permissions. */
final class AzureSubscriptionApi {
    private static final String VERSIONS = "microsoft.compute/locations/publishers/artifacttypes/offers/skus/versions";

    private static final Pattern FILTER = Pattern.compile("location eq '(?<location>[^']*)'", Pattern.CASE_INSENSITIVE);

    private final AzureCloud cloud;
    private final ArmPermissions permissions;

    AzureSubscriptionApi(AzureCloud cloud, ArmPermissions permissions) {
        this.cloud = cloud;
        this.permissions = permissions;
    }

    static boolean isSkus(ArmTarget target) {
        return target.type().equals("microsoft.compute/skus");
    }

    /** Returns the response to a question about the subscription; empty if the request is another one. */
    Optional<JsonNode> answer(ArmTarget target, String method) {
        if (!method.equals("GET")) {
            return Optional.empty();
        }
        return switch (target.type()) {
            case "microsoft.compute/locations/usages" -> Optional.of(list(at(target, cloud.usages())));
            case "microsoft.network/locations/usages" -> Optional.of(list(at(target, cloud.networkUsages())));
            case "microsoft.authorization/permissions" -> Optional.of(list(List.of(permissions.document())));
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

    /** Returns the SKUs of a location, with the restrictions of the subscription; none for an unknown location. */
    List<ObjectNode> skus(ArmTarget target) {
        String filter = target.query().getOrDefault("$filter", "");
        Matcher form = FILTER.matcher(filter);
        if (!filter.isEmpty() && !form.matches()) {
            throw ArmException.invalid(
                    "InvalidFilterInQueryString",
                    "Invalid $filter '%s' specified in the query string.".formatted(filter));
        }
        if (!filter.isEmpty() && !form.group("location").equalsIgnoreCase(AzureCatalog.LOCATION)) {
            return List.of();
        }
        List<ObjectNode> skus = AzureCatalog.skus();
        skus.forEach(this::restrict);
        return skus;
    }

    private void restrict(ObjectNode sku) {
        String name = sku.path("name").asText("");
        if (cloud.rules.restricted().contains(name)) {
            restriction(sku, "Location");
        }
        List<String> zones = cloud.rules.restrictedZones(name);
        if (!zones.isEmpty()) {
            ArrayNode names = restriction(sku, "Zone").putArray("zones");
            zones.forEach(names::add);
        }
    }

    /** @return the details of a new restriction */
    private static ObjectNode restriction(ObjectNode sku, String type) {
        ObjectNode restriction = ((ArrayNode) sku.path("restrictions")).addObject();
        restriction.put("type", type).put("reasonCode", "NotAvailableForSubscription");
        restriction.putArray("values").add(AzureCatalog.LOCATION);
        ObjectNode details = restriction.putObject("restrictionInfo");
        details.putArray("locations").add(AzureCatalog.LOCATION);
        return details;
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
