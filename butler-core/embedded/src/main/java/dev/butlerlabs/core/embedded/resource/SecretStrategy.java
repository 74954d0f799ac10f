package dev.butlerlabs.core.embedded.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.schema.FieldError;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** Strategy of Secrets: {@code stringData} is encoded into {@code data}, the type cannot be changed, and immutable Secrets cannot be changed. */
final class SecretStrategy implements ResourceStrategy {

    @Override
    public void prepareForCreate(KubernetesObject object) {
        encodePlainText(object.tree());
        if (object.tree().path("type").asText("").isEmpty()) {
            object.tree().put("type", "Opaque");
        }
    }

    @Override
    public void prepareForUpdate(KubernetesObject object, KubernetesObject old) {
        encodePlainText(object.tree());
        if (object.tree().path("type").asText("").isEmpty()) {
            object.tree().set("type", old.tree().path("type"));
        }
    }

    @Override
    public List<FieldError> validate(KubernetesObject object) {
        List<FieldError> errors = new ArrayList<>();
        DataKeys.check(object.tree().path("data"), "data", errors);
        DataKeys.checkSize(List.of(object.tree().path("data")), errors);
        return errors;
    }

    @Override
    public List<FieldError> validateUpdate(KubernetesObject object, KubernetesObject old) {
        List<FieldError> errors = new ArrayList<>(validate(object));
        if (!object.tree().path("type").equals(old.tree().path("type"))) {
            errors.add(FieldError.invalid("type", object.tree().path("type"), "field is immutable"));
        }
        ImmutableFieldRule.check(object, old, List.of("data"), errors);
        return errors;
    }

    private static void encodePlainText(ObjectNode secret) {
        JsonNode plain = secret.remove("stringData");
        if (!(plain instanceof ObjectNode entries) || entries.isEmpty()) {
            return;
        }
        ObjectNode data = secret.path("data") instanceof ObjectNode present ? present : secret.putObject("data");
        for (Map.Entry<String, JsonNode> entry : entries.properties()) {
            byte[] bytes = entry.getValue().asText().getBytes(StandardCharsets.UTF_8);
            data.put(entry.getKey(), Base64.getEncoder().encodeToString(bytes));
        }
    }
}
