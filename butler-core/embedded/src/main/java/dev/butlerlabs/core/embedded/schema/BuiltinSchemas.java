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

/** The schemas of the built-in kinds, read when the first of them is asked for and each compiled when it is first used. */
public final class BuiltinSchemas {
    private static final Once<JsonNode> RESOURCE = new Once<>(BuiltinSchemas::load);
    private static final Map<String, StructuralSchema> COMPILED = new ConcurrentHashMap<>();

    private BuiltinSchemas() {}

    /** The schema of a built-in kind; the core group is the empty text. */
    public static Optional<StructuralSchema> of(String group, String version, String kind) {
        return definition(group, version, kind)
                .map(name -> COMPILED.computeIfAbsent(name, here -> StructuralSchema.of(resolved(reference(here)))));
    }

    /** The name of a kind's definition, such as {@code io.k8s.api.core.v1.Pod}. */
    static Optional<String> definition(String group, String version, String kind) {
        String key = (group.isEmpty() ? "" : group + "/") + version + "/" + kind;
        return Optional.ofNullable(RESOURCE.get().path("kinds").get(key)).map(JsonNode::asText);
    }

    /** All definitions by name; they refer to each other by {@code $ref}. */
    static JsonNode definitions() {
        return RESOURCE.get().path("definitions");
    }

    private static JsonNode reference(String name) {
        return RESOURCE.get().path("definitions").path(name);
    }

    /** A schema with every reference replaced by what it refers to; a field keeps what it says of itself. */
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
