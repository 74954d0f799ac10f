package dev.butlerlabs.core.embedded.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.schema.FieldError;
import java.time.Clock;
import java.util.List;
import java.util.Locale;

/** Custom resource definitions fill in their names, are established at once, and stay until their objects are gone. */
final class DefinitionStrategy implements Strategy {
    static final String CLEANUP_FINALIZER = "customresourcecleanup.apiextensions.k8s.io";

    private final Clock clock;

    DefinitionStrategy(Clock clock) {
        this.clock = clock;
    }

    @Override
    public void prepareForCreate(KubernetesObject object) {
        fillIn(object);
        object.tree().remove("status");
        establish(object);
    }

    @Override
    public void prepareForUpdate(KubernetesObject object, KubernetesObject old) {
        fillIn(object);
        establish(object);
    }

    @Override
    public void prepareForDeletion(KubernetesObject object) {
        List<String> finalizers = object.finalizers();
        if (!finalizers.contains(CLEANUP_FINALIZER)) {
            finalizers.add(CLEANUP_FINALIZER);
            object.setFinalizers(finalizers);
        }
        setCondition(
                object.tree().withObjectProperty("status").withArrayProperty("conditions"),
                "Terminating",
                "InstanceDeletionPending",
                "CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon");
    }

    @Override
    public List<FieldError> validate(KubernetesObject object) {
        return new DefinitionRules(object).check();
    }

    @Override
    public List<FieldError> validateUpdate(KubernetesObject object, KubernetesObject old) {
        return new DefinitionRules(object).checkUpdate(old);
    }

    private static void fillIn(KubernetesObject object) {
        ObjectNode spec = object.tree().withObjectProperty("spec");
        ObjectNode names = spec.withObjectProperty("names");
        String kind = names.path("kind").asText("");
        if (names.path("singular").asText("").isEmpty()) {
            names.put("singular", kind.toLowerCase(Locale.ROOT));
        }
        if (names.path("listKind").asText("").isEmpty() && !kind.isEmpty()) {
            names.put("listKind", kind + "List");
        }
        if (spec.path("conversion").path("strategy").asText("").isEmpty()) {
            spec.withObjectProperty("conversion").put("strategy", "None");
        }
    }

    private void establish(KubernetesObject object) {
        ObjectNode status = object.tree().withObjectProperty("status");
        status.set("acceptedNames", object.at("spec.names").deepCopy());
        ArrayNode conditions = status.withArrayProperty("conditions");
        setCondition(conditions, "NamesAccepted", "NoConflicts", "no conflicts found");
        setCondition(
                conditions, "Established", "InitialNamesAccepted", "the initial names have been accepted");
        rememberStorageVersion(object.at("spec.versions"), status.withArrayProperty("storedVersions"));
    }

    private void setCondition(ArrayNode conditions, String type, String reason, String message) {
        for (JsonNode condition : conditions) {
            if (condition.path("type").asText().equals(type)) {
                return;
            }
        }
        conditions
                .addObject()
                .put("lastTransitionTime", Timestamps.of(clock.instant()))
                .put("message", message)
                .put("reason", reason)
                .put("status", "True")
                .put("type", type);
    }

    private static void rememberStorageVersion(JsonNode versions, ArrayNode stored) {
        for (JsonNode version : versions) {
            String name = version.path("name").asText();
            if (version.path("storage").asBoolean(false) && !contains(stored, name)) {
                stored.add(name);
            }
        }
    }

    private static boolean contains(ArrayNode list, String word) {
        for (JsonNode node : list) {
            if (node.asText().equals(word)) {
                return true;
            }
        }
        return false;
    }
}
