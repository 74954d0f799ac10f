package dev.butlerlabs.core.embedded.schema;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.embedded.schema.SchemaNode.Entries;
import dev.butlerlabs.core.embedded.schema.SchemaNode.Extensions;
import dev.butlerlabs.core.embedded.schema.SchemaNode.Junctors;
import dev.butlerlabs.core.embedded.schema.SchemaNode.LazyPattern;
import dev.butlerlabs.core.embedded.schema.SchemaNode.Limits;
import dev.butlerlabs.core.embedded.schema.SchemaNode.Rule;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Converts the OpenAPI schema of a CRD to {@link SchemaNode}s. */
final class SchemaReader {
    private SchemaReader() {}

    static SchemaNode read(JsonNode schema) {
        return new SchemaNode(
                types(schema),
                schema.path("nullable").asBoolean(),
                Optional.ofNullable(schema.get("default")).filter(value -> !value.isNull()),
                properties(schema.path("properties")),
                Optional.ofNullable(schema.get("items")).map(SchemaReader::read),
                entries(schema.path("additionalProperties")),
                limits(schema),
                junctors(schema),
                extensions(schema),
                rules(schema.path("x-kubernetes-validations")));
    }

    private static List<String> types(JsonNode schema) {
        if (schema.path("x-kubernetes-int-or-string").asBoolean()) {
            return List.of("integer", "string");
        }
        String type = schema.path("type").asText();
        return type.isEmpty() ? List.of() : List.of(type);
    }

    private static Map<String, SchemaNode> properties(JsonNode properties) {
        Map<String, SchemaNode> nodes = new LinkedHashMap<>();
        properties.properties().forEach(property -> nodes.put(property.getKey(), read(property.getValue())));
        return Collections.unmodifiableMap(nodes);
    }

    private static Entries entries(JsonNode additionalProperties) {
        if (additionalProperties.isObject()) {
            return new Entries.Typed(read(additionalProperties));
        }
        if (additionalProperties.isBoolean()) {
            return additionalProperties.booleanValue() ? new Entries.Allowed() : new Entries.Forbidden();
        }
        return new Entries.Unspecified();
    }

    private static Limits limits(JsonNode schema) {
        return new Limits(
                FormatValidation.enforced(schema),
                decimal(schema, "minimum"),
                schema.path("exclusiveMinimum").asBoolean(),
                decimal(schema, "maximum"),
                schema.path("exclusiveMaximum").asBoolean(),
                decimal(schema, "multipleOf"),
                whole(schema, "minLength"),
                whole(schema, "maxLength"),
                text(schema, "pattern").map(LazyPattern::new),
                whole(schema, "minItems"),
                whole(schema, "maxItems"),
                schema.path("uniqueItems").asBoolean(),
                whole(schema, "minProperties"),
                whole(schema, "maxProperties"),
                list(schema.path("required"), JsonNode::asText),
                list(schema.path("enum"), Function.identity()));
    }

    private static Junctors junctors(JsonNode schema) {
        return new Junctors(
                list(schema.path("allOf"), SchemaReader::read),
                list(schema.path("anyOf"), SchemaReader::read),
                list(schema.path("oneOf"), SchemaReader::read),
                Optional.ofNullable(schema.get("not")).map(SchemaReader::read));
    }

    private static Extensions extensions(JsonNode schema) {
        return new Extensions(
                schema.path("x-kubernetes-preserve-unknown-fields").asBoolean(),
                schema.path("x-kubernetes-embedded-resource").asBoolean(),
                schema.path("x-kubernetes-int-or-string").asBoolean(),
                listKind(schema.path("x-kubernetes-list-type").asText()),
                list(schema.path("x-kubernetes-list-map-keys"), JsonNode::asText),
                schema.path("x-kubernetes-map-type").asText().equals("atomic"),
                text(schema, "x-kubernetes-patch-merge-key"),
                strategies(schema.path("x-kubernetes-patch-strategy").asText()));
    }

    private static ListKind listKind(String word) {
        return switch (word.toLowerCase(Locale.ROOT)) {
            case "set" -> ListKind.SET;
            case "map" -> ListKind.MAP;
            default -> ListKind.ATOMIC;
        };
    }

    private static Set<String> strategies(String words) {
        return words.isEmpty() ? Set.of() : new LinkedHashSet<>(List.of(words.split(",", -1)));
    }

    private static List<Rule> rules(JsonNode rules) {
        return list(
                rules,
                rule -> new Rule(
                        rule.path("rule").asText(),
                        rule.path("message").asText(),
                        rule.path("messageExpression").asText(),
                        rule.path("reason").asText(),
                        rule.path("fieldPath").asText(),
                        rule.path("optionalOldSelf").asBoolean()));
    }

    private static Optional<String> text(JsonNode schema, String name) {
        return Optional.of(schema.path(name).asText()).filter(text -> !text.isEmpty());
    }

    private static Optional<Double> decimal(JsonNode schema, String name) {
        return Optional.ofNullable(schema.get(name)).filter(JsonNode::isNumber).map(JsonNode::doubleValue);
    }

    private static Optional<Long> whole(JsonNode schema, String name) {
        return Optional.ofNullable(schema.get(name)).filter(JsonNode::isNumber).map(JsonNode::longValue);
    }

    private static <T> List<T> list(JsonNode array, Function<JsonNode, T> element) {
        List<T> elements = new ArrayList<>();
        array.forEach(node -> elements.add(element.apply(node)));
        return List.copyOf(elements);
    }
}
