package dev.butlerlabs.core.embedded.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.butlerlabs.core.embedded.schema.FieldError;
import java.util.List;
import java.util.regex.Pattern;

/** Validates the keys of ConfigMaps and Secrets, which pods mount as files. */
final class DataKeys {
    private static final Pattern KEY = Pattern.compile("[-._a-zA-Z0-9]+");

    private static final int LIMIT = 1024 * 1024;

    private DataKeys() {}

    /** Limits the size of ConfigMaps and Secrets, because kubelets keep them in memory. */
    static void checkSize(List<JsonNode> parts, List<FieldError> errors) {
        long size = 0;
        for (JsonNode part : parts) {
            for (JsonNode value : part) {
                size += value.asText().length();
            }
        }
        if (size > LIMIT) {
            errors.add(new FieldError(
                    FieldError.Kind.TOO_LONG,
                    "",
                    MissingNode.getInstance(),
                    "may not be more than " + LIMIT + " bytes"));
        }
    }

    static void check(JsonNode data, String field, List<FieldError> errors) {
        data.fieldNames().forEachRemaining(key -> {
            if (!KEY.matcher(key).matches()) {
                errors.add(FieldError.invalid(
                        field + "[" + key + "]",
                        key,
                        "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or"
                                + " 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')"));
            } else if (key.equals(".") || key.equals("..")) {
                errors.add(FieldError.invalid(field + "[" + key + "]", key, "must not be '" + key + "'"));
            }
        });
    }
}
