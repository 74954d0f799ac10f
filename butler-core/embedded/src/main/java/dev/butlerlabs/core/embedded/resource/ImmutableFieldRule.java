package dev.butlerlabs.core.embedded.resource;

import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.schema.FieldError;
import java.util.List;

/** Enforces the {@code immutable} field: once it is true, neither it nor the data can be changed. */
final class ImmutableFieldRule {
    private static final String REASON = "field is immutable when `immutable` is set";

    private ImmutableFieldRule() {}

    static void check(KubernetesObject object, KubernetesObject old, List<String> fields, List<FieldError> errors) {
        if (!old.tree().path("immutable").asBoolean(false)) {
            return;
        }
        if (!object.tree().path("immutable").asBoolean(false)) {
            errors.add(FieldError.forbidden("immutable", REASON));
        }
        for (String field : fields) {
            if (!object.tree().path(field).equals(old.tree().path(field))) {
                errors.add(FieldError.forbidden(field, REASON));
            }
        }
    }
}
