package dev.butlerlabs.core.embedded.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.embedded.json.KubernetesObject;
import java.util.Optional;
import java.util.Set;

/** Strategy of Namespaces: they are active from the start, have their name as a label, and a finalizer in their spec until they are empty. */
final class NamespaceStrategy implements ResourceStrategy {
    private static final String NAME_LABEL = "kubernetes.io/metadata.name";
    private static final Set<String> IMMORTAL = Set.of("default", "kube-system", "kube-public");
    private static final String FINALIZER = "kubernetes";

    @Override
    public void prepareForCreate(KubernetesObject object) {
        ObjectNode spec = object.tree().withObjectProperty("spec");
        boolean listed = false;
        for (JsonNode finalizer : spec.path("finalizers")) {
            listed |= finalizer.asText().equals(FINALIZER);
        }
        if (!listed) {
            spec.withArrayProperty("finalizers").add(FINALIZER);
        }
        object.tree().putObject("status").put("phase", "Active");
        labelWithName(object);
    }

    @Override
    public void prepareForUpdate(KubernetesObject object, KubernetesObject old) {
        JsonNode finalizers = old.at("spec.finalizers");
        if (finalizers.isMissingNode()) {
            object.tree().withObjectProperty("spec").remove("finalizers");
        } else {
            object.tree().withObjectProperty("spec").set("finalizers", finalizers.deepCopy());
        }
        labelWithName(object);
    }

    @Override
    public boolean holdsItself(KubernetesObject object) {
        return !object.at("spec.finalizers").isEmpty();
    }

    @Override
    public void prepareForDeletion(KubernetesObject object) {
        object.tree().withObjectProperty("status").put("phase", "Terminating");
    }

    @Override
    public Optional<String> refuseDeletion(KubernetesObject object) {
        return IMMORTAL.contains(object.name()) ? Optional.of("this namespace may not be deleted") : Optional.empty();
    }

    @Override
    public NameRule nameRule() {
        return NameRule.LABEL;
    }

    private static void labelWithName(KubernetesObject object) {
        object.metadata().withObjectProperty("labels").put(NAME_LABEL, object.name());
    }
}
