package dev.butlerlabs.core.embedded.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.StreamSupport;

/** Reports unsupported and contradictory keywords of a schema. */
final class KeywordCheck {
    private static final List<String> TYPES = List.of("array", "boolean", "integer", "number", "object", "string");
    private static final List<String> UNSUPPORTED =
            List.of("id", "additionalItems", "patternProperties", "definitions", "dependencies", "$ref");
    private static final Set<String> RESOURCE_FIELDS = Set.of("metadata", "kind", "apiVersion");
    private static final List<String> REASONS =
            List.of("FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired");

    /** The context of a schema: why defaults are forbidden in it, if they are, and whether it is the schema of metadata. */
    private record Surroundings(String defaultsForbidden, boolean insideMetadata) {
        static final Surroundings NONE = new Surroundings("", false);
    }

    private final List<FieldError> errors = new ArrayList<>();

    private KeywordCheck() {}

    static List<FieldError> check(JsonNode schema, FieldPath path) {
        KeywordCheck check = new KeywordCheck();
        if (schema.path("nullable").asBoolean()) {
            check.forbidden(path.child("nullable"), "nullable cannot be true at the root");
        }
        check.schema(schema, true, Surroundings.NONE, path);
        return check.errors;
    }

    private void schema(JsonNode schema, boolean root, Surroundings around, FieldPath path) {
        if (!schema.isObject()) {
            return;
        }
        words(schema, around, path);
        entries(schema, around, path);
        schema.path("properties").properties().forEach(property -> {
            String name = property.getKey();
            Surroundings below = surroundings(schema, root, around, name);
            schema(property.getValue(), false, below, path.child("properties").key(name));
        });
        schema(schema.path("not"), false, around, path.child("not"));
        for (String word : List.of("allOf", "oneOf", "anyOf")) {
            for (int place = 0; place < schema.path(word).size(); place++) {
                schema(
                        schema.get(word).get(place),
                        false,
                        around,
                        path.child(word).index(place));
            }
        }
        schema(schema.path("items"), false, around, path.child("items"));
        mapType(schema, path);
        ListTypeCheck.check(schema, path, errors);
        rules(schema, path);
    }

    private static Surroundings surroundings(JsonNode schema, boolean root, Surroundings around, String property) {
        boolean resource = root || schema.path("x-kubernetes-embedded-resource").asBoolean();
        if (!resource || !RESOURCE_FIELDS.contains(property)) {
            return around;
        }
        return new Surroundings(root ? "in top-level " + property : around.defaultsForbidden(), true);
    }

    private void words(JsonNode schema, Surroundings around, FieldPath path) {
        String type = schema.path("type").asText();
        if (!type.isEmpty() && !TYPES.contains(type)) {
            errors.add(FieldError.notSupported(path.child("type").toString(), schema.get("type"), TYPES));
        }
        if (schema.hasNonNull("default") && !around.defaultsForbidden().isEmpty()) {
            forbidden(path.child("default"), "must not be set " + around.defaultsForbidden());
        }
        for (String word : UNSUPPORTED) {
            if (schema.hasNonNull(word)) {
                forbidden(path.child(word), word + " is not supported");
            }
        }
        if (type.equals("null")) {
            forbidden(path.child("type"), "type cannot be set to null, use nullable as an alternative");
        }
        if (schema.path("items").isArray()) {
            forbidden(path.child("items"), "items must be a schema object and not an array");
        }
        if (around.insideMetadata()
                && schema.path("x-kubernetes-embedded-resource").asBoolean()) {
            forbidden(path.child("x-kubernetes-embedded-resource"), "must not be used inside of resource meta");
        }
        if (schema.path("uniqueItems").asBoolean()) {
            forbidden(
                    path.child("uniqueItems"),
                    "uniqueItems cannot be set to true since the runtime complexity becomes quadratic");
        }
        if (schema.path("x-kubernetes-preserve-unknown-fields").isBoolean()
                && !schema.path("x-kubernetes-preserve-unknown-fields").booleanValue()) {
            errors.add(FieldError.invalid(
                    path.child("x-kubernetes-preserve-unknown-fields").toString(),
                    schema.get("x-kubernetes-preserve-unknown-fields"),
                    "must be true or undefined"));
        }
    }

    private void entries(JsonNode schema, Surroundings around, FieldPath path) {
        JsonNode entries = schema.path("additionalProperties");
        boolean restricts = entries.isObject() || (entries.isBoolean() && !entries.booleanValue());
        if (restricts && !schema.path("properties").isEmpty()) {
            forbidden(path.child("additionalProperties"), "additionalProperties and properties are mutual exclusive");
        }
        Surroundings below = around.insideMetadata()
                ? new Surroundings("inside additionalProperties applying to object metadata", true)
                : around;
        schema(entries, false, below, path.child("additionalProperties"));
    }

    private void mapType(JsonNode schema, FieldPath path) {
        if (!schema.hasNonNull("x-kubernetes-map-type")) {
            return;
        }
        ListTypeCheck.expectType(
                schema, "object", "must be object if x-kubernetes-map-type is specified", path, errors);
        String mapType = schema.path("x-kubernetes-map-type").asText();
        if (!List.of("atomic", "granular").contains(mapType)) {
            errors.add(FieldError.notSupported(
                    path.child("x-kubernetes-map-type").toString(),
                    schema.get("x-kubernetes-map-type"),
                    List.of("atomic", "granular")));
        }
    }

    private void rules(JsonNode schema, FieldPath path) {
        for (int place = 0; place < schema.path("x-kubernetes-validations").size(); place++) {
            rule(
                    schema,
                    schema.get("x-kubernetes-validations").get(place),
                    path.child("x-kubernetes-validations").index(place));
        }
    }

    private void rule(JsonNode schema, JsonNode rule, FieldPath path) {
        String message = rule.path("message").asText();
        if (rule.path("rule").asText().isBlank()) {
            required(path.child("rule"), "rule is not specified");
        } else if (!message.isEmpty() && message.isBlank()) {
            invalid(path.child("message"), rule.get("message"), "must be non-empty if specified");
        } else if (hasLineBreaks(message.strip())) {
            invalid(path.child("message"), rule.get("message"), "must not contain line breaks");
        } else if (hasLineBreaks(rule.path("rule").asText().strip()) && message.isBlank()) {
            required(path.child("message"), "message must be specified if rule contains line breaks");
        }
        if (rule.has("messageExpression")
                && !rule.path("messageExpression").asText().isEmpty()
                && rule.path("messageExpression").asText().isBlank()) {
            required(path.child("messageExpression"), "messageExpression must be non-empty if specified");
        }
        if (rule.hasNonNull("reason") && !REASONS.contains(rule.get("reason").asText())) {
            errors.add(FieldError.notSupported(path.child("reason").toString(), rule.get("reason"), REASONS));
        }
        String target = rule.path("fieldPath").asText();
        if (!target.isEmpty()
                && !RulePath.of(target).filter(found -> found.existsIn(schema)).isPresent()) {
            invalid(path.child("fieldPath"), rule.get("fieldPath"), "must be a valid path");
        }
    }

    private static boolean hasLineBreaks(String text) {
        return text.contains("\n") || text.contains("\r");
    }

    private void required(FieldPath path, String rule) {
        errors.add(FieldError.required(path.toString(), rule));
    }

    private void invalid(FieldPath path, JsonNode value, String rule) {
        errors.add(FieldError.invalid(path.toString(), value, rule));
    }

    private void forbidden(FieldPath path, String rule) {
        errors.add(FieldError.forbidden(path.toString(), rule));
    }

    /** Validates {@code x-kubernetes-list-type} and its keys. */
    private static final class ListTypeCheck {
        private static final List<String> LIST_TYPES = List.of("atomic", "set", "map");

        static void check(JsonNode schema, FieldPath path, List<FieldError> errors) {
            String listType = schema.path("x-kubernetes-list-type").asText();
            FieldPath place = path.child("x-kubernetes-list-type");
            if (!listType.isEmpty()) {
                expectType(schema, "array", "must be array if x-kubernetes-list-type is specified", path, errors);
                if (!LIST_TYPES.contains(listType)) {
                    errors.add(FieldError.notSupported(
                            place.toString(), schema.get("x-kubernetes-list-type"), LIST_TYPES));
                }
            }
            if (!schema.path("x-kubernetes-list-map-keys").isEmpty() && !listType.equals("map")) {
                String rule = "must be map if x-kubernetes-list-map-keys is non-empty";
                errors.add(
                        listType.isEmpty()
                                ? FieldError.required(place.toString(), rule)
                                : FieldError.invalid(place.toString(), listType, rule));
            }
            switch (listType) {
                case "map" -> map(schema, path, errors);
                case "set" -> set(schema, path, errors);
                default -> {}
            }
        }

        static void expectType(JsonNode schema, String expected, String rule, FieldPath path, List<FieldError> errors) {
            String type = schema.path("type").asText();
            if (type.isEmpty()) {
                errors.add(FieldError.required(path.child("type").toString(), rule));
            } else if (!type.equals(expected)) {
                errors.add(FieldError.invalid(path.child("type").toString(), type, rule));
            }
        }

        private static void set(JsonNode schema, FieldPath path, List<FieldError> errors) {
            JsonNode items = schema.path("items");
            notNullable(items, "set", path, errors);
            String rule = "must be atomic as item of a list with x-kubernetes-list-type=set";
            String type = items.path("type").asText();
            if (type.equals("array")
                    && !List.of("", "atomic")
                            .contains(items.path("x-kubernetes-list-type").asText())) {
                errors.add(FieldError.invalid(
                        path.child("items").child("x-kubernetes-list-type").toString(),
                        items.get("x-kubernetes-list-type"),
                        rule));
            }
            if (type.equals("object")
                    && !items.path("x-kubernetes-map-type").asText().equals("atomic")) {
                errors.add(FieldError.invalid(
                        path.child("items").child("x-kubernetes-map-type").toString(),
                        items.has("x-kubernetes-list-type")
                                ? items.get("x-kubernetes-list-type")
                                : NullNode.getInstance(),
                        rule));
            }
        }

        private static void notNullable(JsonNode items, String listType, FieldPath path, List<FieldError> errors) {
            if (items.path("nullable").asBoolean()) {
                errors.add(FieldError.forbidden(
                        path.child("items").child("nullable").toString(),
                        "cannot be nullable when x-kubernetes-list-type is " + listType));
            }
        }

        private static void map(JsonNode schema, FieldPath path, List<FieldError> errors) {
            JsonNode keys = schema.path("x-kubernetes-list-map-keys");
            JsonNode items = schema.path("items");
            if (keys.isEmpty()) {
                errors.add(FieldError.required(
                        path.child("x-kubernetes-list-map-keys").toString(),
                        "must not be empty if x-kubernetes-list-type is map"));
            }
            if (!items.isObject()) {
                errors.add(FieldError.required(
                        path.child("items").toString(), "must have a schema if x-kubernetes-list-type is map"));
                return;
            }
            if (!items.path("type").asText().equals("object")) {
                errors.add(FieldError.invalid(
                        path.child("items").child("type").toString(),
                        items.path("type").asText(),
                        "must be object if parent array's x-kubernetes-list-type is map"));
                return;
            }
            notNullable(items, "map", path, errors);
            Set<String> seen = new HashSet<>();
            for (JsonNode key : keys) {
                if (!seen.add(key.asText())) {
                    errors.add(FieldError.invalid(
                            path.child("x-kubernetes-list-map-keys").toString(),
                            keys,
                            "must not contain duplicate entries"));
                }
                key(schema, key.asText(), path, errors);
            }
        }

        private static void key(JsonNode schema, String key, FieldPath path, List<FieldError> errors) {
            JsonNode items = schema.get("items");
            JsonNode property = items.path("properties").path(key);
            FieldPath place = path.child("items").child("properties").key(key);
            if (property.isMissingNode()) {
                errors.add(FieldError.invalid(
                        path.child("x-kubernetes-list-map-keys").toString(),
                        schema.get("x-kubernetes-list-map-keys"),
                        "entries must all be names of item properties"));
                return;
            }
            if (List.of("array", "object").contains(property.path("type").asText())) {
                errors.add(FieldError.invalid(
                        place.child("type").toString(),
                        items.path("type").asText(),
                        "must be a scalar type if parent array's x-kubernetes-list-type is map"));
            }
            boolean required = StreamSupport.stream(items.path("required").spliterator(), false)
                    .anyMatch(name -> name.asText().equals(key));
            if (!required && !property.hasNonNull("default")) {
                errors.add(FieldError.required(
                        place.child("default").toString(),
                        "this property is in x-kubernetes-list-map-keys, so it must have a default or be a required "
                                + "property"));
            }
            if (property.path("nullable").asBoolean()) {
                errors.add(FieldError.forbidden(
                        place.child("nullable").toString(),
                        "this property is in x-kubernetes-list-map-keys, so it cannot be nullable"));
            }
        }
    }
}
