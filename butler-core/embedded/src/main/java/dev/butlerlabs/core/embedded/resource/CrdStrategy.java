package dev.butlerlabs.core.embedded.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.schema.FieldError;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** Strategy of CRDs: missing names are defaulted, the CRD is established at once, and a finalizer keeps it until its custom resources are deleted. */
final class CrdStrategy implements ResourceStrategy {
    static final String CLEANUP_FINALIZER = "customresourcecleanup.apiextensions.k8s.io";

    /** A name that another CRD of the group already uses. */
    record NameConflict(String reason, String name) {}

    private final Clock clock;
    private final Function<KubernetesObject, Optional<NameConflict>> conflicts;

    CrdStrategy(Clock clock, Function<KubernetesObject, Optional<NameConflict>> conflicts) {
        this.clock = clock;
        this.conflicts = conflicts;
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
                true,
                "InstanceDeletionPending",
                "CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon");
    }

    @Override
    public List<FieldError> validate(KubernetesObject object) {
        return new CrdRules(object).check();
    }

    @Override
    public List<FieldError> validateUpdate(KubernetesObject object, KubernetesObject old) {
        return new CrdRules(object).checkUpdate(old);
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
        ArrayNode conditions = status.withArrayProperty("conditions");
        Optional<NameConflict> conflict = conflicts.apply(object);
        if (conflict.isPresent()) {
            String sentence = "\"" + conflict.get().name() + "\" is already in use";
            setCondition(conditions, "NamesAccepted", false, conflict.get().reason(), sentence);
            setCondition(conditions, "Established", false, "NotAccepted", "not all names are accepted");
        } else {
            status.set("acceptedNames", object.at("spec.names").deepCopy());
            setCondition(conditions, "NamesAccepted", true, "NoConflicts", "no conflicts found");
            setCondition(
                    conditions, "Established", true, "InitialNamesAccepted", "the initial names have been accepted");
        }
        rememberStorageVersion(object.at("spec.versions"), status.withArrayProperty("storedVersions"));
    }

    private void setCondition(ArrayNode conditions, String type, boolean holds, String reason, String message) {
        ObjectNode condition = find(conditions, type);
        String status = holds ? "True" : "False";
        if (!condition.path("status").asText("").equals(status)) {
            condition.put("lastTransitionTime", Timestamps.of(clock.instant()));
        }
        condition
                .put("message", message)
                .put("reason", reason)
                .put("status", status)
                .put("type", type);
    }

    private static ObjectNode find(ArrayNode conditions, String type) {
        for (JsonNode condition : conditions) {
            if (condition.path("type").asText().equals(type)) {
                return (ObjectNode) condition;
            }
        }
        return conditions.addObject();
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
