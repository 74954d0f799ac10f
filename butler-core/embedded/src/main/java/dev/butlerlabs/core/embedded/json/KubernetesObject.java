package dev.butlerlabs.core.embedded.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Mutable view of a JSON tree as a Kubernetes object, with accessors for common metadata. Changes are written to the underlying tree. */
public final class KubernetesObject {
    private final ObjectNode tree;

    public KubernetesObject(ObjectNode tree) {
        this.tree = Objects.requireNonNull(tree, "tree");
    }

    public static KubernetesObject parse(byte[] bytes) {
        return new KubernetesObject(JsonCodec.read(bytes));
    }

    public ObjectNode tree() {
        return tree;
    }

    public KubernetesObject copy() {
        return new KubernetesObject(tree.deepCopy());
    }

    /** Returns the metadata; creates it if it is missing. */
    public ObjectNode metadata() {
        return tree.get("metadata") instanceof ObjectNode metadata ? metadata : tree.putObject("metadata");
    }

    public String kind() {
        return tree.path("kind").asText("");
    }

    public String apiVersion() {
        return tree.path("apiVersion").asText("");
    }

    public String name() {
        return text("name");
    }

    public String generateName() {
        return text("generateName");
    }

    public String namespace() {
        return text("namespace");
    }

    public String uid() {
        return text("uid");
    }

    public String resourceVersion() {
        return text("resourceVersion");
    }

    public String creationTimestamp() {
        return text("creationTimestamp");
    }

    public boolean isBeingDeleted() {
        return !text("deletionTimestamp").isEmpty();
    }

    public long generation() {
        return metadata().path("generation").asLong(0);
    }

    public List<String> finalizers() {
        List<String> names = new ArrayList<>();
        metadata().path("finalizers").forEach(name -> names.add(name.asText()));
        return names;
    }

    public void setFinalizers(List<String> names) {
        if (names.isEmpty()) {
            metadata().remove("finalizers");
            return;
        }
        ArrayNode list = metadata().putArray("finalizers");
        names.forEach(list::add);
    }

    public List<OwnerReference> owners() {
        List<OwnerReference> owners = new ArrayList<>();
        metadata().path("ownerReferences").forEach(node -> owners.add(OwnerReference.of(node)));
        return owners;
    }

    public Map<String, String> labels() {
        Map<String, String> labels = new LinkedHashMap<>();
        metadata()
                .path("labels")
                .properties()
                .forEach(label -> labels.put(label.getKey(), label.getValue().asText()));
        return labels;
    }

    /** Sets a metadata field, or removes it if the value is empty. */
    public void put(String field, String value) {
        if (value.isEmpty()) {
            metadata().remove(field);
        } else {
            metadata().put(field, value);
        }
    }

    /** Returns the value at a dotted path such as {@code status.phase}, or a missing node. */
    public JsonNode at(String dottedPath) {
        JsonNode node = tree;
        for (String word : dottedPath.split("\\.", -1)) {
            node = node.path(word);
        }
        return node;
    }

    private String text(String field) {
        return tree.path("metadata").path(field).asText("");
    }

    @Override
    public String toString() {
        return kind() + " " + namespace() + "/" + name();
    }
}
