package dev.butlerlabs.core.kube;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Objects;
import java.util.Optional;

/**
 * A stored object whose fields do not fit the class it is read into, such as an integer that is out of range.
 *
 * @param kind such as {@code TenantCluster}
 * @param problem the field and what is wrong with it, without its value if that is text
 */
public record UndecodableObject(String kind, ObjectName name, String problem) {
    /** A server never sends this field, so that it can only come from {@link LenientDecoding}. */
    private static final String MARK = "butlerUndecodable";

    private static final String STORED = "butlerStored";

    public UndecodableObject {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(problem, "problem");
    }

    /** Returns what is wrong with an object that was read by a lenient client; empty if it was decoded. */
    public static Optional<UndecodableObject> of(HasMetadata object) {
        return Optional.ofNullable(
                        object.getMetadata().getAdditionalProperties().get(MARK))
                .map(problem -> new UndecodableObject(object.getKind(), ObjectName.from(object), problem.toString()));
    }

    /**
     * Returns the fields of an undecodable object as the server stores them, so that a caller can read those it cannot do without;
     * empty if the object was decoded.
     */
    public static Optional<GenericKubernetesResource> stored(HasMetadata object) {
        return Optional.ofNullable(
                        object.getMetadata().getAdditionalProperties().get(STORED))
                .map(text ->
                        LenientDecoding.serialization().unmarshal(text.toString(), GenericKubernetesResource.class));
    }

    static void mark(HasMetadata object, String problem, String stored) {
        object.getMetadata().setAdditionalProperty(MARK, problem);
        object.getMetadata().setAdditionalProperty(STORED, stored);
    }

    /** Such as {@code TenantCluster team-a/web cannot be read: spec.workers.replicas: …}. */
    @Override
    public String toString() {
        return "%s %s cannot be read: %s".formatted(kind, name, problem);
    }
}
