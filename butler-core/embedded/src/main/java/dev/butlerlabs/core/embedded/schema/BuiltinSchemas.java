package dev.butlerlabs.core.embedded.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The schemas of the built-in resource types, loaded at first use and compiled individually. */
public final class BuiltinSchemas {
    private static final LazyValue<JsonNode> RESOURCE = new LazyValue<>(BuiltinSchemas::load);
    private static final Map<String, StructuralSchema> COMPILED = new ConcurrentHashMap<>();

    private BuiltinSchemas() {}

    /** Returns the schema of a built-in resource type; the core group is the empty string. */
    public static Optional<StructuralSchema> of(String group, String version, String kind) {
        return definition(group, version, kind)
                .map(name -> COMPILED.computeIfAbsent(name, here -> StructuralSchema.of(resolved(reference(here)))));
    }

    /** Returns the definition name of a kind, such as {@code io.k8s.api.core.v1.Pod}. */
    static Optional<String> definition(String group, String version, String kind) {
        String key = (group.isEmpty() ? "" : group + "/") + version + "/" + kind;
        return Optional.ofNullable(RESOURCE.get().path("kinds").get(key)).map(JsonNode::asText);
    }

    /** Returns all definitions by name; they refer to each other by {@code $ref}. */
    static JsonNode definitions() {
        return RESOURCE.get().path("definitions");
    }

    private static JsonNode reference(String name) {
        return RESOURCE.get().path("definitions").path(name);
    }

    /** Returns a schema with all references replaced by their definitions; the keywords of a field take precedence. */
    private static JsonNode resolved(JsonNode schema) {
        if (schema instanceof ArrayNode array) {
            ArrayNode elements = array.arrayNode();
            array.forEach(element -> elements.add(resolved(element)));
            return elements;
        }
        if (!(schema instanceof ObjectNode object)) {
            return schema;
        }
        ObjectNode whole = object.objectNode();
        if (object.path("$ref").isTextual()) {
            whole.setAll((ObjectNode) resolved(reference(object.get("$ref").asText())));
        }
        object.properties().forEach(word -> {
            if (!word.getKey().equals("$ref")) {
                whole.set(word.getKey(), resolved(word.getValue()));
            }
        });
        return whole;
    }

    private static JsonNode load() {
        try (InputStream resource = BuiltinSchemas.class.getResourceAsStream("builtin-kinds.json")) {
            return new ObjectMapper().readTree(resource);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
