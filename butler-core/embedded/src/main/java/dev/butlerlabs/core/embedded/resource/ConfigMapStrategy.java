package dev.butlerlabs.core.embedded.resource;

import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.schema.FieldError;
import java.util.ArrayList;
import java.util.List;

/** Strategy of ConfigMaps: keys must be valid file names, and immutable ConfigMaps cannot be changed. */
final class ConfigMapStrategy implements ResourceStrategy {

    @Override
    public List<FieldError> validate(KubernetesObject object) {
        List<FieldError> errors = new ArrayList<>();
        DataKeys.check(object.tree().path("data"), "data", errors);
        DataKeys.check(object.tree().path("binaryData"), "binaryData", errors);
        DataKeys.checkSize(List.of(object.tree().path("data"), object.tree().path("binaryData")), errors);
        return errors;
    }

    @Override
    public List<FieldError> validateUpdate(KubernetesObject object, KubernetesObject old) {
        List<FieldError> errors = new ArrayList<>(validate(object));
        ImmutableFieldRule.check(object, old, List.of("data", "binaryData"), errors);
        return errors;
    }
}
