package dev.butlerlabs.core.tenant.change;

import dev.butlerlabs.core.api.Crds;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.error.NearestWord;
import dev.butlerlabs.core.error.Problem;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The definition of TenantCluster as a check that needs no server: types, bounds, patterns, words, missing and unknown fields, all at
 * once. A server with the same definition refuses nothing of this kind afterwards.
 */
public final class TenantSchema {
    private final JSONSchemaProps root;

    private TenantSchema(JSONSchemaProps root) {
        this.root = root;
    }

    /** The one this program was built with. */
    public static TenantSchema load() {
        return new TenantSchema(Crds.of(TenantCluster.class)
                .getSpec()
                .getVersions()
                .getFirst()
                .getSchema()
                .getOpenAPIV3Schema());
    }

    /** Everything in the spec that the definition refuses. */
    public List<Problem> check(TenantDocument document) {
        Check check = new Check(document, new ArrayList<>());
        Object spec = document.tree().get("spec");
        if (spec == null) {
            check.report("spec", "is missing", "");
        } else {
            check.value("spec", root.getProperties().get("spec"), spec);
        }
        return check.problems();
    }

    private record Check(TenantDocument document, List<Problem> problems) {
        void report(String path, String sentence, String hint) {
            problems.add(document.problem(path, sentence, hint));
        }

        void value(String path, JSONSchemaProps schema, Object value) {
            if (value == null) {
                report(path, "has no value", "leave it out or give one");
            } else if (Boolean.TRUE.equals(schema.getXKubernetesIntOrString())) {
                quantity(path, schema, value);
            } else {
                typed(path, schema, value);
            }
        }

        private void typed(String path, JSONSchemaProps schema, Object value) {
            switch (schema.getType()) {
                case "object" -> object(path, schema, value);
                case "array" -> array(path, schema, value);
                case "integer" -> whole(path, schema, value);
                case "boolean" -> require(path, value instanceof Boolean, "must be true or false");
                default -> text(path, schema, value);
            }
        }

        private void object(String path, JSONSchemaProps schema, Object value) {
            if (!(value instanceof Map<?, ?> map)) {
                report(path, "must be a map", "");
                return;
            }
            Map<String, JSONSchemaProps> known =
                    Optional.ofNullable(schema.getProperties()).orElse(Map.of());
            map.forEach((name, item) -> field(path + "." + name, String.valueOf(name), schema, known, item));
            for (String needed : Optional.ofNullable(schema.getRequired()).orElse(List.of())) {
                // A default stands in for what is left out.
                if (!map.containsKey(needed) && known.get(needed).getDefault() == null) {
                    report(path + "." + needed, "is missing", "");
                }
            }
        }

        private void field(
                String path, String name, JSONSchemaProps schema, Map<String, JSONSchemaProps> known, Object item) {
            if (known.containsKey(name)) {
                value(path, known.get(name), item);
            } else if (!Boolean.TRUE.equals(schema.getXKubernetesPreserveUnknownFields())) {
                String nearest = NearestWord.to(name, known.keySet())
                        .map(word -> "did you mean %s?".formatted(word))
                        .orElse("");
                report(path, "is not a known field", nearest);
            }
        }

        private void array(String path, JSONSchemaProps schema, Object value) {
            if (!(value instanceof List<?> list)) {
                report(path, "must be a list", "");
                return;
            }
            for (int i = 0; i < list.size(); i++) {
                value(path + "[" + i + "]", schema.getItems().getSchema(), list.get(i));
            }
        }

        private void whole(String path, JSONSchemaProps schema, Object value) {
            if (!(value instanceof Number number) || number instanceof Double) {
                report(path, "must be a whole number", "");
                return;
            }
            BigDecimal exact = new BigDecimal(number.toString());
            if (schema.getMinimum() != null && exact.compareTo(BigDecimal.valueOf(schema.getMinimum())) < 0) {
                report(
                        path,
                        "must be at least %d, not %s"
                                .formatted(schema.getMinimum().longValue(), number),
                        "");
            }
            long most = schema.getMaximum() != null ? schema.getMaximum().longValue() : largest(schema);
            if (exact.compareTo(BigDecimal.valueOf(most)) > 0) {
                report(path, "must be at most %d, not %s".formatted(most, number), "");
            }
        }

        private static long largest(JSONSchemaProps schema) {
            return "int32".equals(schema.getFormat()) ? Integer.MAX_VALUE : Long.MAX_VALUE;
        }

        private void text(String path, JSONSchemaProps schema, Object value) {
            if (!(value instanceof String text)) {
                report(path, "must be text", "put it in quotes");
                return;
            }
            words(path, schema, text);
            if (schema.getPattern() != null
                    && !Pattern.compile(schema.getPattern()).matcher(text).find()) {
                report(path, "has not the right form: '%s'".formatted(text), "it must match " + schema.getPattern());
            }
            if (schema.getMinLength() != null && text.length() < schema.getMinLength()) {
                report(path, "must not be empty", "");
            }
        }

        private void words(String path, JSONSchemaProps schema, String text) {
            List<String> words = Optional.ofNullable(schema.getEnum()).orElse(List.of()).stream()
                    .map(word -> word.asText())
                    .toList();
            if (!words.isEmpty() && !words.contains(text)) {
                report(
                        path,
                        "must be one of %s, not '%s'".formatted(String.join(", ", words), text),
                        NearestWord.to(text, words)
                                .map("did you mean %s?"::formatted)
                                .orElse(""));
            }
        }

        private void quantity(String path, JSONSchemaProps schema, Object value) {
            boolean fits = value instanceof Number
                    || (value instanceof String text
                            && Pattern.compile(schema.getPattern())
                                    .matcher(text)
                                    .find());
            require(path, fits, "must be a quantity such as 8Gi");
        }

        private void require(String path, boolean holds, String sentence) {
            if (!holds) {
                report(path, sentence, "");
            }
        }
    }
}
