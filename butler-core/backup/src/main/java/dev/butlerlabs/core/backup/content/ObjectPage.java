package dev.butlerlabs.core.backup.content;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Some objects of one resource, as one entry of a backup contains them. */
public record ObjectPage(ResourceType type, List<GenericKubernetesResource> objects) {
    private static final String DIRECTORY = "objects/";
    private static final ObjectMapper JSON = new ObjectMapper();

    public ObjectPage {
        Objects.requireNonNull(type, "type");
        objects = List.copyOf(objects);
    }

    /** Returns whether an entry of a backup contains objects. */
    public static boolean isPage(String path) {
        return path.startsWith(DIRECTORY);
    }

    static byte[] encode(
            KubernetesSerialization serialization, ResourceType type, List<GenericKubernetesResource> objects) {
        try {
            ObjectNode tree = JSON.createObjectNode();
            tree.putObject("type")
                    .put("group", type.group())
                    .put("version", type.version())
                    .put("plural", type.plural())
                    .put("kind", type.kind())
                    .put("namespaced", type.isNamespaced())
                    .put("status", type.hasStatus());
            ArrayNode items = tree.putArray("items");
            for (GenericKubernetesResource object : objects) {
                items.add(JSON.readTree(serialization.asJson(object)));
            }
            return JSON.writeValueAsBytes(tree);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static ObjectPage decode(KubernetesSerialization serialization, byte[] content) throws IOException {
        JsonNode tree = JSON.readTree(content);
        JsonNode type = tree.path("type");
        List<GenericKubernetesResource> objects = new ArrayList<>();
        for (JsonNode item : tree.path("items")) {
            objects.add(serialization.convertValue(item, GenericKubernetesResource.class));
        }
        return new ObjectPage(
                new ResourceType(
                        type.path("group").asText(),
                        type.path("version").asText(),
                        type.path("plural").asText(),
                        type.path("kind").asText(),
                        type.path("namespaced").asBoolean(),
                        type.path("status").asBoolean()),
                objects);
    }
}
