package dev.butlerlabs.sim.azure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Map;

/**
 * Validates request bodies against documents.json: an object lists its properties, {@code *} matches any name, an array contains
 * the form of its items, and a text is a type or the permitted values. {@code !} marks a required value.
 */
final class ArmBodyValidator {
    private static final JsonNode FORMS = forms();

    private ArmBodyValidator() {}

    private static JsonNode forms() {
        try (InputStream file = ArmBodyValidator.class.getResourceAsStream("documents.json")) {
            return new ObjectMapper().readTree(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Rejects unknown properties, wrong types, unknown values and missing required values. */
    static void validate(String type, JsonNode body) {
        check(FORMS.path(type), body, "");
    }

    private static void check(JsonNode form, JsonNode value, String path) {
        if (form.isTextual()) {
            checkValue(form.asText(), value, path);
        } else if (form.isArray()) {
            requireType(value.isArray(), "an array", path);
            for (int i = 0; i < value.size(); i++) {
                check(form.path(0), value.path(i), path + "[" + i + "]");
            }
        } else {
            requireType(value.isObject(), "an object", path);
            checkProperties(form, value, path);
        }
    }

    private static void checkProperties(JsonNode form, JsonNode value, String path) {
        for (Map.Entry<String, JsonNode> field : value.properties()) {
            JsonNode known = form.has(field.getKey()) ? form.path(field.getKey()) : form.path("*");
            if (known.isMissingNode()) {
                throw ArmException.invalid(
                        "BadRequest",
                        "Could not find member '%s' on object of type '%s'."
                                .formatted(field.getKey(), path.isEmpty() ? "ResourceDefinition" : path.substring(1)));
            }
            check(known, field.getValue(), path + "." + field.getKey());
        }
        for (Map.Entry<String, JsonNode> known : form.properties()) {
            if (known.getValue().asText("").endsWith("!") && !value.hasNonNull(known.getKey())) {
                throw ArmException.invalid(
                        "InvalidParameter",
                        "Required parameter '%s' is missing (null)."
                                .formatted((path + "." + known.getKey()).substring(1)));
            }
        }
    }

    private static void checkValue(String form, JsonNode value, String path) {
        String type = form.endsWith("!") ? form.substring(0, form.length() - 1) : form;
        switch (type) {
            case "string" -> requireType(value.isTextual(), "a string", path);
            case "int" -> requireType(value.isInt(), "an integer", path);
            case "long" -> requireType(value.isIntegralNumber(), "an integer", path);
            case "bool" -> requireType(value.isBoolean(), "a boolean", path);
            default -> {
                boolean permitted = value.isTextual()
                        && Arrays.stream(type.split("\\|", -1)).anyMatch(value.asText()::equalsIgnoreCase);
                if (!permitted) {
                    throw ArmException.invalid(
                            "InvalidParameter",
                            "The value '%s' of parameter '%s' is invalid."
                                    .formatted(value.asText(), path.substring(1)));
                }
            }
        }
    }

    private static void requireType(boolean right, String type, String path) {
        if (!right) {
            throw ArmException.invalid(
                    "BadRequest",
                    "Error converting value to %s. Path '%s'."
                            .formatted(type, path.isEmpty() ? "" : path.substring(1)));
        }
    }
}
