package dev.butlerlabs.core.embedded.resource;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.resource.ResourceBehavior.Generation;
import dev.butlerlabs.core.embedded.schema.StructuralSchema;
import dev.butlerlabs.core.embedded.schema.TableColumns;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Creates the resources that a CRD defines. */
final class CustomResources {
    private final KubernetesObject definition;
    private final JsonNode spec;
    private final Optional<ConversionWebhookClient> webhook;

    private CustomResources(KubernetesObject definition) {
        this.definition = definition;
        this.spec = definition.tree().path("spec");
        this.webhook = ConversionWebhookClient.of(spec.path("conversion"));
    }

    /** Returns one resource per served version. */
    static List<ServedResource> of(KubernetesObject definition) {
        return new CustomResources(definition).read();
    }

    private List<ServedResource> read() {
        List<ServedResource> resources = new ArrayList<>();
        for (JsonNode version : spec.path("versions")) {
            if (version.path("served").asBoolean(false)) {
                resources.add(resource(version));
            }
        }
        return resources;
    }

    private ServedResource resource(JsonNode version) {
        return new ServedResource(
                groupVersion(version),
                storageVersion(),
                names(),
                spec.path("scope").asText().equals("Namespaced"),
                verbs(),
                behaviour(version),
                strategy(groupVersion(version)),
                schema(version),
                new ResourceTableColumns(() -> TableColumns.ofCustomResource(version.path("additionalPrinterColumns"))),
                StoredObjectPrefix.custom(groupVersion(version), names().kind()),
                deprecation(version),
                definition.name());
    }

    private ResourceSchema schema(JsonNode version) {
        JsonNode schema = version.path("schema").path("openAPIV3Schema");
        return ResourceSchema.custom(() -> StructuralSchema.of(schema), definition.generation() <= 1);
    }

    private ResourceStrategy strategy(GroupVersion version) {
        return webhook.<ResourceStrategy>map(
                        client -> new WebhookConversionStrategy(client, version, storageVersion(), schema(storage())))
                .orElse(ResourceStrategy.PLAIN);
    }

    private String deprecation(JsonNode version) {
        if (!version.path("deprecated").asBoolean(false)) {
            return "";
        }
        String usual = groupVersion(version).apiVersion() + " " + names().kind() + " is deprecated";
        return version.path("deprecationWarning").asText(usual);
    }

    /** Returns the supported verbs; a terminating CRD does not allow new objects. */
    private Set<ResourceVerb> verbs() {
        Set<ResourceVerb> verbs = EnumSet.allOf(ResourceVerb.class);
        if (definition.isBeingDeleted()) {
            verbs.remove(ResourceVerb.CREATE);
        }
        return verbs;
    }

    private ResourceBehavior behaviour(JsonNode version) {
        JsonNode subresources = version.path("subresources");
        boolean status = subresources.has("status");
        return new ResourceBehavior(
                status,
                false,
                scale(subresources.path("scale")),
                false,
                status ? Generation.CONTENT : Generation.EVERYTHING,
                false,
                false,
                false,
                false,
                selectable(version));
    }

    private static Optional<ScalePaths> scale(JsonNode scale) {
        return scale.isObject()
                ? Optional.of(new ScalePaths(
                        path(scale.path("specReplicasPath")),
                        path(scale.path("statusReplicasPath")),
                        path(scale.path("labelSelectorPath"))))
                : Optional.empty();
    }

    private static Map<String, String> selectable(JsonNode version) {
        Map<String, String> fields = new HashMap<>();
        for (JsonNode field : version.path("selectableFields")) {
            String path = path(field.path("jsonPath"));
            fields.put(path, path);
        }
        return fields;
    }

    private static String path(JsonNode jsonPath) {
        String text = jsonPath.asText("");
        return text.startsWith(".") ? text.substring(1) : text;
    }

    private ResourceNames names() {
        JsonNode names = spec.path("names");
        return new ResourceNames(
                names.path("plural").asText(),
                names.path("singular").asText(),
                names.path("kind").asText(),
                names.path("listKind").asText(),
                words(names.path("shortNames")),
                words(names.path("categories")));
    }

    private static List<String> words(JsonNode list) {
        List<String> words = new ArrayList<>();
        list.forEach(word -> words.add(word.asText()));
        return words;
    }

    private GroupVersion groupVersion(JsonNode version) {
        return new GroupVersion(
                spec.path("group").asText(), version.path("name").asText());
    }

    private GroupVersion storageVersion() {
        return groupVersion(storage());
    }

    private JsonNode storage() {
        for (JsonNode version : spec.path("versions")) {
            if (version.path("storage").asBoolean(false)) {
                return version;
            }
        }
        throw new IllegalStateException(definition.name() + " has no storage version");
    }
}
