package dev.butlerlabs.core.embedded.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The definitions of an OpenAPI document: resource types, their lists, and all referenced definitions. */
final class OpenApiDefinitions {
    private static final String META = "io.k8s.apimachinery.pkg.apis.meta.v1.";
    static final String STATUS = META + "Status";
    static final String PATCH = META + "Patch";
    private static final String OBJECT_META = META + "ObjectMeta";
    private static final String LIST_META = META + "ListMeta";
    private static final String QUANTITY = "io.k8s.apimachinery.pkg.api.resource.Quantity";
    private static final String INT_OR_STRING = "io.k8s.apimachinery.pkg.util.intstr.IntOrString";

    /** Keywords that OpenAPI v2 does not support. */
    private static final Set<String> ONLY_V3 = Set.of("nullable", "oneOf", "anyOf", "allOf", "not");

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final OpenApiFlavor flavor;
    private final TreeMap<String, ObjectNode> all = new TreeMap<>();

    OpenApiDefinitions(OpenApiFlavor flavor) {
        this.flavor = flavor;
        all.put(
                STATUS,
                described("What became of a request.", texts("apiVersion", "kind", "status", "message", "reason")));
        all.put(
                PATCH,
                described(
                        "A change to an object, in one of the patch formats.",
                        JSON.objectNode().put("type", "object")));
        all.put(
                LIST_META,
                described("What a list says about itself.", texts("continue", "resourceVersion", "selfLink")));
        builtin(OBJECT_META);
    }

    Map<String, ObjectNode> all() {
        return all;
    }

    void add(ServedKind kind) {
        String name = kind.definitionName();
        if (kind.schema().isMissingNode()) {
            builtin(name);
        } else {
            all.put(name, customResource(kind.schema()));
        }
        ObjectNode definition = all.computeIfAbsent(
                name, unknown -> customResource(JSON.objectNode().put("type", "object")));
        mark(definition, kind, kind.kind());
        all.put(kind.listDefinitionName(), list(kind));
    }

    private static void mark(ObjectNode definition, ServedKind served, String kind) {
        ArrayNode kinds = definition.putArray("x-kubernetes-group-version-kind");
        kinds.add(OpenApiWriter.groupVersionKind(served.group(), served.version(), kind));
    }

    private ObjectNode customResource(JsonNode schema) {
        ObjectNode definition = (ObjectNode) written(schema);
        ObjectNode properties = definition.withObjectProperty("properties");
        properties.set(
                "apiVersion",
                described(
                        "The group and version of this kind.", JSON.objectNode().put("type", "string")));
        properties.set(
                "kind", described("What this object is.", JSON.objectNode().put("type", "string")));
        properties.set("metadata", described("Name, labels and the like.", reference(OBJECT_META)));
        return definition;
    }

    private ObjectNode list(ServedKind kind) {
        ObjectNode definition = JSON.objectNode();
        definition.put("type", "object");
        definition.putArray("required").add("items");
        ObjectNode properties = definition.putObject("properties");
        properties.putObject("apiVersion").put("type", "string");
        properties.putObject("items").put("type", "array").set("items", reference(kind.definitionName()));
        properties.putObject("kind").put("type", "string");
        properties.set("metadata", reference(LIST_META));
        mark(definition, kind, kind.listKind());
        return definition;
    }

    private void builtin(String name) {
        JsonNode source = BuiltinSchemas.definitions().path(name);
        if (!source.isMissingNode() && !all.containsKey(name)) {
            all.put(name, JSON.objectNode());
            all.put(
                    name,
                    switch (name) {
                        case QUANTITY -> described("A number with a unit, such as 500m or 2Gi.", text());
                        case INT_OR_STRING ->
                            described("A number or a text.", text()).put("format", "int-or-string");
                        default -> (ObjectNode) written(source);
                    });
        }
    }

    private static ObjectNode text() {
        return JSON.objectNode().put("type", "string");
    }

    /** Converts a schema for this document and adds the definitions that it references. */
    private JsonNode written(JsonNode schema) {
        if (schema instanceof ArrayNode array) {
            ArrayNode elements = JSON.arrayNode();
            array.forEach(element -> elements.add(written(element)));
            return elements;
        }
        if (!(schema instanceof ObjectNode object)) {
            return schema;
        }
        ObjectNode result = object.path("$ref").isTextual() ? referring(object) : JSON.objectNode();
        object.properties().forEach(word -> {
            boolean dropped = word.getKey().equals("$ref")
                    || (flavor == OpenApiFlavor.V2 && ONLY_V3.contains(word.getKey()))
                    || (word.getKey().equals("default") && object.has("$ref"));
            if (!dropped) {
                result.set(
                        word.getKey(),
                        word.getKey().equals("properties")
                                ? fields(word.getValue())
                                : below(word.getKey(), word.getValue()));
            }
        });
        if (flavor == OpenApiFlavor.V2
                && object.path("x-kubernetes-int-or-string").asBoolean()) {
            result.remove("type");
        }
        return result;
    }

    /** Converts the properties of a schema; property names are not keywords. */
    private JsonNode fields(JsonNode properties) {
        ObjectNode result = JSON.objectNode();
        properties.properties().forEach(field -> result.set(field.getKey(), written(field.getValue())));
        return result;
    }

    /** Converts the value of a keyword; plain values such as defaults and enums are unchanged. */
    private JsonNode below(String word, JsonNode value) {
        return switch (word) {
            case "items", "additionalProperties", "allOf", "anyOf", "oneOf", "not" -> written(value);
            default -> value;
        };
    }

    private ObjectNode referring(ObjectNode object) {
        String name = object.get("$ref").asText();
        builtin(name);
        return reference(name, object.size() > 1);
    }

    private ObjectNode reference(String name) {
        return reference(name, true);
    }

    /** Returns a reference; OpenAPI v3 allows no keywords next to a reference, so it is wrapped if there are any. */
    private ObjectNode reference(String name, boolean accompanied) {
        ObjectNode reference = JSON.objectNode().put("$ref", flavor.reference(name));
        if (flavor == OpenApiFlavor.V2 || !accompanied) {
            return reference;
        }
        ObjectNode wrapped = JSON.objectNode();
        wrapped.putArray("allOf").add(reference);
        return wrapped;
    }

    private static ObjectNode texts(String... names) {
        ObjectNode schema = JSON.objectNode().put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        for (String name : names) {
            properties.putObject(name).put("type", "string");
        }
        return schema;
    }

    private static ObjectNode described(String sentence, ObjectNode schema) {
        return schema.put("description", sentence);
    }
}
