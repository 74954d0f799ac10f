package dev.butlerlabs.core.tenant.change;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.error.SpellingSuggestion;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Validates TenantClusters against the schema of the CRD without a server: types, limits, patterns, enums, missing and unknown fields, all
 * at once. A server with the same CRD rejects nothing that passes, as far as the schema is concerned. Thread-safe.
 */
public final class TenantClusterSchemaValidator {
    private final JsonNode root;

    private TenantClusterSchemaValidator(JsonNode root) {
        this.root = root;
    }

    /** Returns the schema that is part of this program. */
    public static TenantClusterSchemaValidator load() {
        return new TenantClusterSchemaValidator(
                CustomResourceDefinitionFiles.tree(TenantCluster.class).at("/spec/versions/0/schema/openAPIV3Schema"));
    }

    /** Returns all problems of the spec. */
    public List<InputProblem> check(TenantDocument document) {
        Check check = new Check(document, new ArrayList<>());
        Object spec = document.tree().get("spec");
        if (spec == null) {
            check.report("spec", "is missing", "");
        } else {
            check.value("spec", root.at("/properties/spec"), spec);
        }
        return check.problems();
    }

    private record Check(TenantDocument document, List<InputProblem> problems) {
        void report(String path, String sentence, String hint) {
            problems.add(document.problem(path, sentence, hint));
        }

        void value(String path, JsonNode schema, Object value) {
            if (value == null) {
                report(path, "has no value", "remove the field or set a value");
            } else if (schema.path("x-kubernetes-int-or-string").asBoolean()) {
                quantity(path, schema, value);
            } else {
                typed(path, schema, value);
            }
        }

        private void typed(String path, JsonNode schema, Object value) {
            switch (schema.path("type").asText()) {
                case "object" -> object(path, schema, value);
                case "array" -> array(path, schema, value);
                case "integer" -> whole(path, schema, value);
                case "boolean" -> require(path, value instanceof Boolean, "must be true or false");
                default -> text(path, schema, value);
            }
        }

        private void object(String path, JsonNode schema, Object value) {
            if (!(value instanceof Map<?, ?> map)) {
                report(path, "must be a map", "");
                return;
            }
            JsonNode known = schema.path("properties");
            map.forEach((name, item) -> field(path + "." + name, String.valueOf(name), schema, known, item));
            for (String needed : texts(schema.path("required"))) {
                // A missing field with a default is valid.
                if (!map.containsKey(needed) && !known.path(needed).has("default")) {
                    report(path + "." + needed, "is missing", "");
                }
            }
        }

        private void field(String path, String name, JsonNode schema, JsonNode known, Object item) {
            if (known.has(name)) {
                value(path, known.get(name), item);
            } else if (!schema.path("x-kubernetes-preserve-unknown-fields").asBoolean()) {
                String nearest = SpellingSuggestion.to(name, names(known))
                        .map(word -> "did you mean %s?".formatted(word))
                        .orElse("");
                report(path, "is not a known field", nearest);
            }
        }

        private void array(String path, JsonNode schema, Object value) {
            if (!(value instanceof List<?> list)) {
                report(path, "must be a list", "");
                return;
            }
            for (int i = 0; i < list.size(); i++) {
                value(path + "[" + i + "]", schema.path("items"), list.get(i));
            }
        }

        private void whole(String path, JsonNode schema, Object value) {
            if (!(value instanceof Number number) || number instanceof Double) {
                report(path, "must be a whole number", "");
                return;
            }
            BigDecimal exact = new BigDecimal(number.toString());
            JsonNode least = schema.path("minimum");
            if (least.isNumber() && exact.compareTo(least.decimalValue()) < 0) {
                report(path, "must be at least %d, not %s".formatted(least.asLong(), number), "");
            }
            long most = schema.path("maximum").asLong(largest(schema));
            if (exact.compareTo(BigDecimal.valueOf(most)) > 0) {
                report(path, "must not be greater than %d, but is %s".formatted(most, number), "");
            }
        }

        private static long largest(JsonNode schema) {
            return schema.path("format").asText().equals("int32") ? Integer.MAX_VALUE : Long.MAX_VALUE;
        }

        private void text(String path, JsonNode schema, Object value) {
            if (!(value instanceof String text)) {
                report(path, "must be text", "put it in quotes");
                return;
            }
            words(path, schema, text);
            String pattern = schema.path("pattern").asText();
            if (!Pattern.compile(pattern).matcher(text).find()) {
                report(path, "has an invalid format: '%s'".formatted(text), "it must match " + pattern);
            }
            if (text.length() < schema.path("minLength").asInt()) {
                report(path, "must not be empty", "");
            }
        }

        private void words(String path, JsonNode schema, String text) {
            List<String> words = texts(schema.path("enum"));
            if (!words.isEmpty() && !words.contains(text)) {
                report(
                        path,
                        "must be one of %s, not '%s'".formatted(String.join(", ", words), text),
                        SpellingSuggestion.to(text, words)
                                .map("did you mean %s?"::formatted)
                                .orElse(""));
            }
        }

        private void quantity(String path, JsonNode schema, Object value) {
            boolean fits = value instanceof Number
                    || (value instanceof String text
                            && Pattern.compile(schema.path("pattern").asText())
                                    .matcher(text)
                                    .find());
            require(path, fits, "must be a quantity such as 8Gi");
        }

        private static List<String> texts(JsonNode list) {
            return list.valueStream().map(JsonNode::asText).toList();
        }

        private static List<String> names(JsonNode fields) {
            return fields.propertyStream().map(Map.Entry::getKey).toList();
        }

        private void require(String path, boolean holds, String sentence) {
            if (!holds) {
                report(path, sentence, "");
            }
        }
    }
}
