package dev.butlerlabs.core.tenant;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The fields of a watched object that the steps of a tenant cluster read. Cluster API changes conditions and phases far more often, and these changes need
 * no reconciliation.
 *
 * @param metadata uid, deletion, labels and annotations
 * @param spec the whole specification
 * @param status the fields of the status that the steps read
 * @param isCurrent whether the controller of the object has seen the specification
 * @param isFailed whether the phase is Failed
 */
record RelevantState(
        Map<String, Object> metadata,
        Optional<Object> spec,
        Map<String, Object> status,
        boolean isCurrent,
        boolean isFailed) {
    private static final Set<String> STATUS = Set.of(
            "failureMessage",
            "infrastructureReady",
            "ready",
            "readyReplicas",
            "replicas",
            "updatedReplicas",
            "version");

    RelevantState {
        metadata = Map.copyOf(metadata);
        status = Map.copyOf(status);
    }

    /** Returns whether an update changes something that the steps read. Changes of objects with a class, such as Namespaces, always do. */
    static boolean isChange(HasMetadata before, HasMetadata now) {
        return !(before instanceof GenericKubernetesResource former)
                || !(now instanceof GenericKubernetesResource current)
                || !of(former).equals(of(current));
    }

    static RelevantState of(GenericKubernetesResource object) {
        return new RelevantState(
                metadata(object.getMetadata()),
                Optional.ofNullable(object.get("spec")),
                status(object),
                UnstructuredFields.isCurrent(object),
                UnstructuredFields.text(object, "status", "phase")
                        .filter("Failed"::equals)
                        .isPresent());
    }

    private static Map<String, Object> metadata(ObjectMeta metadata) {
        Map<String, Object> relevant = new HashMap<>();
        relevant.put("uid", String.valueOf(metadata.getUid()));
        relevant.put("deletion", String.valueOf(metadata.getDeletionTimestamp()));
        relevant.put("labels", Objects.requireNonNullElse(metadata.getLabels(), Map.of()));
        Map<String, String> annotations =
                new HashMap<>(Objects.requireNonNullElse(metadata.getAnnotations(), Map.of()));
        annotations.remove(AppliedObjectCache.CONVERSION_DATA);
        relevant.put("annotations", annotations);
        return relevant;
    }

    private static Map<String, Object> status(GenericKubernetesResource object) {
        Map<String, Object> relevant = new HashMap<>();
        if (object.get("status") instanceof Map<?, ?> fields) {
            STATUS.forEach(name -> Optional.ofNullable(fields.get(name)).ifPresent(value -> relevant.put(name, value)));
        }
        return relevant;
    }
}
