package dev.butlerlabs.core.embedded.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Validates that a schema is structural: every field has exactly one type, defined outside of allOf, anyOf, oneOf and not. */
final class StructuralCheck {
    private enum Level {
        ROOT("must not be empty at the root"),
        ITEM("must not be empty for specified array items"),
        FIELD("must not be empty for specified object fields");

        private final String untyped;

        Level(String untyped) {
            this.untyped = untyped;
        }
    }

    /** Keywords that are only allowed in the outer schema, with the error for a nested one. */
    private static final Map<String, String> ONLY_OUTSIDE = Map.ofEntries(
            Map.entry("type", "must be empty to be structural"),
            Map.entry("additionalProperties", "must be undefined to be structural"),
            Map.entry("default", "must be undefined to be structural"),
            Map.entry("title", "must be empty to be structural"),
            Map.entry("description", "must be empty to be structural"),
            Map.entry("nullable", "must be false to be structural"),
            Map.entry("externalDocs", "must be undefined to be structural"),
            Map.entry("x-kubernetes-preserve-unknown-fields", "must be false to be structural"),
            Map.entry("x-kubernetes-embedded-resource", "must be false to be structural"),
            Map.entry("x-kubernetes-int-or-string", "must be false to be structural"),
            Map.entry("x-kubernetes-list-map-keys", "must be empty to be structural"),
            Map.entry("x-kubernetes-list-type", "must be undefined to be structural"),
            Map.entry("x-kubernetes-map-type", "must be undefined to be structural"),
            Map.entry("x-kubernetes-validations", "must be empty to be structural"));

    private final List<FieldError> errors = new ArrayList<>();

    private StructuralCheck() {}

    static List<FieldError> check(JsonNode schema, FieldPath path) {
        StructuralCheck check = new StructuralCheck();
        check.structure(schema, Level.ROOT, path);
        check.completeness(schema, schema, path, path);
        return check.errors.stream()
                .sorted(Comparator.comparing(FieldError::toString))
                .toList();
    }

    private void structure(JsonNode schema, Level level, FieldPath path) {
        if (type(schema).equals("array") && !schema.has("items")) {
            required(path.child("items"), "must be specified");
        }
        if (schema.path("items").isObject()) {
            structure(schema.get("items"), Level.ITEM, path.child("items"));
        }
        schema.path("properties")
                .properties()
                .forEach(property -> structure(
                        property.getValue(),
                        Level.FIELD,
                        path.child("properties").key(property.getKey())));
        additionalProperties(schema, level, path);
        extensions(schema, path);
        type(schema, level, path);
        metadata(schema, level, path);
        boolean plainIntOrString = isIntOrString(schema.path("anyOf"));
        boolean nestedIntOrString = isIntOrString(schema.path("allOf").path(0).path("anyOf"));
        values(schema, plainIntOrString, nestedIntOrString, path);
    }

    private void additionalProperties(JsonNode schema, Level level, FieldPath path) {
        JsonNode entries = schema.path("additionalProperties");
        if (entries.isMissingNode() || entries.isNull()) {
            return;
        }
        if (level == Level.ROOT) {
            forbidden(path.child("additionalProperties"), "must not be used at the root");
        }
        if (isTrue(schema, "x-kubernetes-embedded-resource")) {
            forbidden(path.child("additionalProperties"), "must not be used if x-kubernetes-embedded-resource is set");
        }
        if (entries.isObject()) {
            structure(entries, Level.FIELD, path.child("additionalProperties"));
        }
    }

    private void extensions(JsonNode schema, FieldPath path) {
        if (!isTrue(schema, "x-kubernetes-int-or-string")) {
            return;
        }
        for (String other : List.of("x-kubernetes-preserve-unknown-fields", "x-kubernetes-embedded-resource")) {
            if (isTrue(schema, other)) {
                errors.add(FieldError.invalid(
                        path.child(other).toString(),
                        schema.get(other),
                        "must be false if x-kubernetes-int-or-string is true"));
            }
        }
    }

    private void type(JsonNode schema, Level level, FieldPath path) {
        String type = type(schema);
        FieldPath place = path.child("type");
        boolean embedded = isTrue(schema, "x-kubernetes-embedded-resource");
        if (embedded && !type.equals("object")) {
            String rule = "must be object if x-kubernetes-embedded-resource is true";
            errors.add(
                    type.isEmpty()
                            ? FieldError.required(place.toString(), rule)
                            : FieldError.invalid(place.toString(), type, rule));
        } else if (type.isEmpty()
                && !isTrue(schema, "x-kubernetes-int-or-string")
                && !isTrue(schema, "x-kubernetes-preserve-unknown-fields")) {
            required(place, level.untyped);
        }
        if (level == Level.ROOT && !type.isEmpty() && !type.equals("object")) {
            errors.add(FieldError.invalid(place.toString(), type, "must be object at the root"));
        }
        boolean keepsUnknown = isTrue(schema, "x-kubernetes-preserve-unknown-fields");
        if (embedded && !keepsUnknown && schema.path("properties").isEmpty()) {
            required(
                    path.child("properties"),
                    "must not be empty if x-kubernetes-embedded-resource is true without "
                            + "x-kubernetes-preserve-unknown-fields");
        }
    }

    private void metadata(JsonNode schema, Level level, FieldPath path) {
        JsonNode properties = schema.path("properties");
        boolean resource = level == Level.ROOT || isTrue(schema, "x-kubernetes-embedded-resource");
        if (resource) {
            hasType(properties, "kind", "string", path);
            hasType(properties, "apiVersion", "string", path);
            hasType(properties, "metadata", "object", path);
        }
        if (level == Level.ROOT && properties.has("metadata") && saysMoreThanNames(properties.get("metadata"))) {
            forbidden(
                    path.child("properties").key("metadata"),
                    "must not specify anything other than name and generateName, but metadata is implicitly specified");
        }
    }

    private void hasType(JsonNode properties, String name, String expected, FieldPath path) {
        if (properties.has(name) && !type(properties.get(name)).equals(expected)) {
            errors.add(FieldError.invalid(
                    path.child("properties").key(name).child("type").toString(),
                    type(properties.get(name)),
                    "must be " + expected));
        }
    }

    private static boolean saysMoreThanNames(JsonNode metadata) {
        boolean otherProperties = metadata.path("properties").properties().stream()
                .anyMatch(property -> !List.of("name", "generateName").contains(property.getKey()));
        boolean otherWords = metadata.properties().stream()
                .anyMatch(word ->
                        !List.of("type", "properties", "default", "description").contains(word.getKey()));
        return otherProperties || otherWords || metadata.has("description");
    }

    /** Checks the value validations of a schema: nested schemas may restrict values but not define new fields. */
    private void values(JsonNode schema, boolean skipAnyOf, boolean skipFirstAllOf, FieldPath path) {
        for (int place = 0; place < schema.path("anyOf").size() && !skipAnyOf; place++) {
            nested(schema.get("anyOf").get(place), false, path.child("anyOf").index(place));
        }
        for (int place = 0; place < schema.path("allOf").size(); place++) {
            nested(
                    schema.get("allOf").get(place),
                    skipFirstAllOf && place == 0,
                    path.child("allOf").index(place));
        }
        for (int place = 0; place < schema.path("oneOf").size(); place++) {
            nested(schema.get("oneOf").get(place), false, path.child("oneOf").index(place));
        }
        if (schema.has("not")) {
            nested(schema.get("not"), false, path.child("not"));
        }
        pattern(schema.path("pattern").asText(), path.child("pattern"));
    }

    private void pattern(String pattern, FieldPath path) {
        try {
            Pattern.compile(pattern);
        } catch (PatternSyntaxException broken) {
            errors.add(FieldError.invalid(
                    path.toString(), pattern, "must be a valid regular expression, but isn't: " + broken.getMessage()));
        }
    }

    private void nested(JsonNode schema, boolean skipAnyOf, FieldPath path) {
        values(schema, skipAnyOf, false, path);
        if (schema.path("items").isObject()) {
            nested(schema.get("items"), false, path.child("items"));
        }
        schema.path("properties")
                .properties()
                .forEach(property -> nested(
                        property.getValue(), false, path.child("properties").key(property.getKey())));
        ONLY_OUTSIDE.forEach((word, rule) -> {
            if (says(schema.path(word))) {
                forbidden(path.child(word), rule);
            }
        });
        if (schema.path("properties").has("metadata")) {
            forbidden(path.child("properties").key("metadata"), "must not be specified in a nested context");
        }
    }

    private static boolean says(JsonNode value) {
        boolean nothing = value.isMissingNode()
                || value.isNull()
                || (value.isTextual() && value.textValue().isEmpty())
                || (value.isBoolean() && !value.booleanValue())
                || (value.isArray() && value.isEmpty());
        return !nothing;
    }

    /** Verifies that every field of a nested schema is defined outside. */
    private void completeness(JsonNode nested, JsonNode outside, FieldPath outsidePath, FieldPath nestedPath) {
        for (String word : List.of("allOf", "anyOf", "oneOf")) {
            for (int place = 0; place < nested.path(word).size(); place++) {
                complete(
                        nested.get(word).get(place),
                        outside,
                        outsidePath,
                        nestedPath.child(word).index(place));
            }
        }
        if (nested.has("not")) {
            complete(nested.get("not"), outside, outsidePath, nestedPath.child("not"));
        }
    }

    private void complete(JsonNode nested, JsonNode outside, FieldPath outsidePath, FieldPath nestedPath) {
        if (outside.isMissingNode()) {
            required(outsidePath, "because it is defined in " + nestedPath);
            return;
        }
        completeness(nested, outside, outsidePath, nestedPath);
        if (nested.path("items").isObject()) {
            complete(nested.get("items"), outside.path("items"), outsidePath.child("items"), nestedPath.child("items"));
        }
        nested.path("properties").properties().forEach(property -> {
            String name = property.getKey();
            complete(
                    property.getValue(),
                    outside.path("properties").path(name),
                    outsidePath.child("properties").key(name),
                    nestedPath.child("properties").key(name));
        });
    }

    private static boolean isIntOrString(JsonNode anyOf) {
        return anyOf.size() == 2
                && anyOf.get(0).size() == 1
                && anyOf.get(1).size() == 1
                && type(anyOf.get(0)).equals("integer")
                && type(anyOf.get(1)).equals("string");
    }

    private static String type(JsonNode schema) {
        return schema.path("type").asText();
    }

    private static boolean isTrue(JsonNode schema, String word) {
        return schema.path(word).asBoolean();
    }

    private void required(FieldPath path, String rule) {
        errors.add(FieldError.required(path.toString(), rule));
    }

    private void forbidden(FieldPath path, String rule) {
        errors.add(FieldError.forbidden(path.toString(), rule));
    }
}
