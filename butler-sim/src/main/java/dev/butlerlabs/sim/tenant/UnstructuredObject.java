package dev.butlerlabs.sim.tenant;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Reads and writes fields of untyped objects. */
final class UnstructuredObject {
    static final String CLUSTER_NAME = "cluster.x-k8s.io/cluster-name";

    private UnstructuredObject() {}

    static Optional<String> text(GenericKubernetesResource object, Object... path) {
        return object.get(path) instanceof String text && !text.isEmpty() ? Optional.of(text) : Optional.empty();
    }

    static int number(GenericKubernetesResource object, Object... path) {
        return object.get(path) instanceof Number number ? number.intValue() : 0;
    }

    static boolean truth(GenericKubernetesResource object, Object... path) {
        return Boolean.TRUE.equals(object.get(path));
    }

    static String name(GenericKubernetesResource object) {
        return object.getMetadata().getName();
    }

    static String namespace(GenericKubernetesResource object) {
        return object.getMetadata().getNamespace();
    }

    static String key(GenericKubernetesResource object) {
        return namespace(object) + "/" + name(object);
    }

    static String label(GenericKubernetesResource object, String name) {
        return Optional.ofNullable(object.getMetadata().getLabels())
                .map(labels -> labels.get(name))
                .orElse("");
    }

    /** Sets a field of the spec. */
    static void put(GenericKubernetesResource object, String field, Object value) {
        Map<String, Object> spec = new TreeMap<>();
        if (object.getAdditionalProperties().get("spec") instanceof Map<?, ?> known) {
            known.forEach((key, part) -> spec.put(String.valueOf(key), part));
        }
        spec.put(field, value);
        object.setAdditionalProperty("spec", spec);
    }

    /**
     * Returns whether an object has the finalizer. Cluster API finalizers have a form that {@code HasMetadata} rejects.
     */
    static boolean isHeld(GenericKubernetesResource object, String finalizer) {
        return object.getMetadata().getFinalizers().contains(finalizer);
    }

    static void hold(GenericKubernetesResource object, String finalizer) {
        List<String> finalizers = new ArrayList<>(object.getMetadata().getFinalizers());
        finalizers.add(finalizer);
        object.getMetadata().setFinalizers(finalizers);
    }

    static void release(GenericKubernetesResource object, String finalizer) {
        List<String> finalizers = new ArrayList<>(object.getMetadata().getFinalizers());
        finalizers.remove(finalizer);
        object.getMetadata().setFinalizers(finalizers);
    }

    /** Returns whether the owner is among the owner references of an object. */
    static boolean isOwned(GenericKubernetesResource object, GenericKubernetesResource owner) {
        return object.getMetadata().getOwnerReferences().stream()
                .anyMatch(reference ->
                        reference.getUid().equals(owner.getMetadata().getUid()));
    }

    /** Adds an owner reference. */
    static void own(GenericKubernetesResource object, GenericKubernetesResource owner, boolean controller) {
        List<OwnerReference> owners = new ArrayList<>(object.getMetadata().getOwnerReferences());
        owners.add(reference(owner, controller));
        object.getMetadata().setOwnerReferences(owners);
    }

    static OwnerReference reference(GenericKubernetesResource owner, boolean controller) {
        return new OwnerReferenceBuilder()
                .withApiVersion(owner.getApiVersion())
                .withKind(owner.getKind())
                .withName(name(owner))
                .withUid(owner.getMetadata().getUid())
                .withController(controller ? Boolean.TRUE : null)
                .withBlockOwnerDeletion(controller ? Boolean.TRUE : null)
                .build();
    }

    static boolean hasEndpoint(GenericKubernetesResource object) {
        return text(object, "spec", "controlPlaneEndpoint", "host").isPresent();
    }
}
