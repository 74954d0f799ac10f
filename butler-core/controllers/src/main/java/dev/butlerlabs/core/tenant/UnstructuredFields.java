package dev.butlerlabs.core.tenant;

import dev.butlerlabs.core.provider.clusterapi.ApiEndpoint;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.Optional;

/** Reads fields of objects without a Java class. A missing field or one of another type is empty. */
final class UnstructuredFields {
    private UnstructuredFields() {}

    static Optional<String> text(GenericKubernetesResource object, Object... path) {
        return field(object, String.class, path).filter(text -> !text.isBlank());
    }

    static int number(GenericKubernetesResource object, Object... path) {
        return field(object, Number.class, path).map(Number::intValue).orElse(0);
    }

    static boolean truth(GenericKubernetesResource object, Object... path) {
        return field(object, Boolean.class, path).orElse(false);
    }

    private static <T> Optional<T> field(GenericKubernetesResource object, Class<T> type, Object... path) {
        Object value = object.get(path);
        return type.isInstance(value) ? Optional.of(type.cast(value)) : Optional.empty();
    }

    /** Returns whether the status refers to the current spec. */
    static boolean isCurrent(GenericKubernetesResource object) {
        Long generation = object.getMetadata().getGeneration();
        return generation == null || number(object, "status", "observedGeneration") >= generation;
    }

    /** Returns the control plane endpoint of an object. */
    static Optional<ApiEndpoint> endpoint(GenericKubernetesResource object) {
        int port = number(object, "spec", "controlPlaneEndpoint", "port");
        return text(object, "spec", "controlPlaneEndpoint", "host")
                .filter(host -> port > 0)
                .map(host -> new ApiEndpoint(host, port));
    }
}
