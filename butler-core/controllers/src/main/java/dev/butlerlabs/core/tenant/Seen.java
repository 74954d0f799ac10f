package dev.butlerlabs.core.tenant;

import dev.butlerlabs.core.tenant.render.Endpoint;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.Optional;

/** Fields of objects without a class. What is absent or of another kind is empty. */
final class Seen {
    private Seen() {}

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

    /** Whether the status answers the spec as it is now. */
    static boolean isCurrent(GenericKubernetesResource object) {
        Long generation = object.getMetadata().getGeneration();
        return generation == null || number(object, "status", "observedGeneration") >= generation;
    }

    /** Where an object says that the control plane is reached. */
    static Optional<Endpoint> endpoint(GenericKubernetesResource object) {
        int port = number(object, "spec", "controlPlaneEndpoint", "port");
        return text(object, "spec", "controlPlaneEndpoint", "host")
                .filter(host -> port > 0)
                .map(host -> new Endpoint(host, port));
    }
}
