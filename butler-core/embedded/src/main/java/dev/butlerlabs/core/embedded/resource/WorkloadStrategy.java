package dev.butlerlabs.core.embedded.resource;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.schema.FieldError;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Strategy of workloads with a pod template: the selector must match the labels of the template and cannot be changed. */
final class WorkloadStrategy implements ResourceStrategy {

    @Override
    public List<FieldError> validate(KubernetesObject object) {
        List<FieldError> errors = new ArrayList<>();
        JsonNode selector = object.at("spec.selector");
        if (!selector.isObject()) {
            errors.add(FieldError.required("spec.selector", ""));
        } else if (selector.isEmpty()) {
            errors.add(FieldError.invalid("spec.selector", selector, "empty selector is invalid"));
        }
        JsonNode labels = object.at("spec.template.metadata.labels");
        for (Map.Entry<String, JsonNode> label : selector.path("matchLabels").properties()) {
            if (!label.getValue().equals(labels.path(label.getKey()))) {
                errors.add(FieldError.invalid(
                        "spec.template.metadata.labels", labels, "`selector` does not match template `labels`"));
                break;
            }
        }
        return errors;
    }

    @Override
    public List<FieldError> validateUpdate(KubernetesObject object, KubernetesObject old) {
        List<FieldError> errors = new ArrayList<>(validate(object));
        if (!object.at("spec.selector").equals(old.at("spec.selector"))) {
            errors.add(FieldError.invalid("spec.selector", object.at("spec.selector"), "field is immutable"));
        }
        return errors;
    }
}
