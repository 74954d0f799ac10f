package dev.butlerlabs.core.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Compares two schemas keyword by keyword and keeps every difference; descriptions and messages are each side's own. */
final class SchemaComparison {
    record Difference(String path, String keyword, JsonNode ours, JsonNode theirs) {
        @Override
        public String toString() {
            return "%s: %s is %s, expected %s".formatted(path, keyword, ours, theirs);
        }
    }

    private final List<Difference> differences = new ArrayList<>();
    private int fields;

    List<Difference> differences() {
        return differences;
    }

    int fields() {
        return fields;
    }

    void compare(String path, JsonNode ours, JsonNode theirs) {
        fields++;
        JsonNode plainTheirs = withoutRepeatedEnums(theirs);
        for (String keyword : keywords(ours, plainTheirs)) {
            compareKeyword(path, keyword, ours.path(keyword), plainTheirs.path(keyword));
        }
    }

    private void compareKeyword(String path, String keyword, JsonNode ours, JsonNode theirs) {
        switch (keyword) {
            case "description" -> {}
            case "properties" -> compareProperties(path, ours, theirs);
            case "items", "additionalProperties" -> compareElements(path, keyword, ours, theirs);
            case "enum", "required" -> compareValues(path, keyword, asSet(ours), asSet(theirs));
            case "x-kubernetes-validations" -> compareValues(path, keyword, rules(ours), rules(theirs));
            default -> compareValues(path, keyword, number(ours), number(theirs));
        }
    }

    private void compareProperties(String path, JsonNode ours, JsonNode theirs) {
        for (String name : keywords(ours, theirs)) {
            compareElements(path + "." + name, "field", ours.path(name), theirs.path(name));
        }
    }

    private void compareElements(String path, String keyword, JsonNode ours, JsonNode theirs) {
        if (ours instanceof ObjectNode && theirs instanceof ObjectNode) {
            compare(keyword.equals("field") ? path : path + "[]", ours, theirs);
        } else {
            compareValues(path, keyword, ours, theirs);
        }
    }

    private void compareValues(String path, String keyword, JsonNode ours, JsonNode theirs) {
        if (!ours.equals(theirs)) {
            differences.add(new Difference(path, keyword, ours, theirs));
        }
    }

    private static Set<String> keywords(JsonNode ours, JsonNode theirs) {
        Set<String> names = new TreeSet<>();
        Stream.of(ours, theirs).forEach(node -> node.fieldNames().forEachRemaining(names::add));
        return names;
    }

    /** The order of required fields and of allowed words has no meaning. */
    private static JsonNode asSet(JsonNode list) {
        return list.isMissingNode() ? list : JsonNodeFactory.instance.pojoNode(elements(list));
    }

    private static JsonNode rules(JsonNode validations) {
        if (validations.isMissingNode()) {
            return validations;
        }
        Set<JsonNode> rules = new HashSet<>();
        elements(validations).forEach(rule -> rules.add(((ObjectNode) rule.deepCopy()).without(List.of("message"))));
        return JsonNodeFactory.instance.pojoNode(rules);
    }

    private static Set<JsonNode> elements(JsonNode list) {
        Set<JsonNode> elements = new HashSet<>();
        list.forEach(elements::add);
        return elements;
    }

    private static JsonNode number(JsonNode node) {
        return node.isNumber()
                ? JsonNodeFactory.instance.numberNode(node.decimalValue().stripTrailingZeros())
                : node;
    }

    /** An {@code allOf} of enums allows what all of them allow: the same as one enum. */
    private static JsonNode withoutRepeatedEnums(JsonNode schema) {
        if (!schema.has("allOf")) {
            return schema;
        }
        Set<JsonNode> allowed = elements(schema.path("allOf").path(0).path("enum"));
        schema.path("allOf").forEach(part -> allowed.retainAll(elements(part.path("enum"))));
        ObjectNode plain = ((ObjectNode) schema.deepCopy()).without("allOf");
        plain.putArray("enum").addAll(allowed);
        return plain;
    }
}
