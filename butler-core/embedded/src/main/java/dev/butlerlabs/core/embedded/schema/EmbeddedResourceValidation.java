package dev.butlerlabs.core.embedded.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.re2j.Pattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Validates that embedded resources have a valid apiVersion and kind. */
final class EmbeddedResourceValidation {
    private static final Pattern LABEL = Pattern.compile("[a-z]([-a-z0-9]*[a-z0-9])?");
    private static final String LABEL_RULE =
            "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic "
                    + "character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used "
                    + "for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";

    private final List<FieldError> errors = new ArrayList<>();

    private EmbeddedResourceValidation() {}

    static List<FieldError> validate(JsonNode object, SchemaNode root) {
        EmbeddedResourceValidation validation = new EmbeddedResourceValidation();
        validation.value(object, root, FieldPath.ROOT);
        return validation.errors;
    }

    private void value(JsonNode value, SchemaNode schema, FieldPath path) {
        if (value.isObject()) {
            if (schema.extensions().embeddedResource()) {
                resource(value, path);
            }
            for (Map.Entry<String, JsonNode> field : value.properties()) {
                String name = field.getKey();
                boolean property = schema.properties().containsKey(name);
                schema.field(name)
                        .ifPresent(
                                below -> value(field.getValue(), below, property ? path.child(name) : path.key(name)));
            }
        } else if (value.isArray()) {
            schema.items().ifPresent(items -> {
                for (int place = 0; place < value.size(); place++) {
                    value(value.get(place), items, path.index(place));
                }
            });
        }
    }

    private void resource(JsonNode resource, FieldPath path) {
        JsonNode apiVersion = text(resource, "apiVersion", path);
        if (apiVersion.isTextual()
                && apiVersion
                                .textValue()
                                .chars()
                                .filter(letter -> letter == '/')
                                .count()
                        > 1) {
            errors.add(FieldError.invalid(
                    path.child("apiVersion").toString(),
                    apiVersion,
                    "unexpected GroupVersion string: " + apiVersion.textValue()));
        }
        JsonNode kind = text(resource, "kind", path);
        if (kind.isTextual() && !kind.textValue().isEmpty() && !isLabel(kind.textValue())) {
            errors.add(FieldError.invalid(
                    path.child("kind").toString(),
                    kind,
                    "may have mixed case, but should otherwise match: " + LABEL_RULE));
        }
    }

    private static boolean isLabel(String kind) {
        return kind.length() <= 63 && LABEL.matches(kind.toLowerCase(Locale.ROOT));
    }

    private JsonNode text(JsonNode resource, String name, FieldPath path) {
        JsonNode value = resource.path(name);
        if (value.isMissingNode()) {
            errors.add(FieldError.required(path.child(name).toString(), ""));
        } else if (value.isTextual() && value.textValue().isEmpty()) {
            errors.add(FieldError.invalid(path.child(name).toString(), value, "must not be empty"));
        } else if (!value.isTextual()) {
            errors.add(FieldError.invalid(path.child(name).toString(), value, "must be a string"));
        }
        return value;
    }
}
