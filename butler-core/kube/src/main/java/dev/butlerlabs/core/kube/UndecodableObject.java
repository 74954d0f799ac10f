package dev.butlerlabs.core.kube;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Objects;
import java.util.Optional;

/**
 * A stored object that cannot be decoded into its class, such as one with an integer out of range.
 *
 * @param kind such as {@code TenantCluster}
 * @param problem the field and the reason, without the value if it is a string
 */
public record UndecodableObject(String kind, ObjectName name, String problem) {
    /** Marks an object of {@link LenientDecoder}; no server sends this field. */
    private static final String MARK = "butlerUndecodable";

    private static final String STORED = "butlerStored";

    public UndecodableObject {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(problem, "problem");
    }

    /**
     * Returns the problem of an object that a lenient client has read.
     *
     * @return empty if it was decoded
     */
    public static Optional<UndecodableObject> of(HasMetadata object) {
        return Optional.ofNullable(
                        object.getMetadata().getAdditionalProperties().get(MARK))
                .map(problem -> new UndecodableObject(object.getKind(), ObjectName.from(object), problem.toString()));
    }

    /**
     * Returns the stored fields of an undecodable object, for callers that need some of them.
     *
     * @return empty if the object was decoded
     */
    public static Optional<GenericKubernetesResource> stored(HasMetadata object) {
        return Optional.ofNullable(
                        object.getMetadata().getAdditionalProperties().get(STORED))
                .map(text ->
                        LenientDecoder.serialization().unmarshal(text.toString(), GenericKubernetesResource.class));
    }

    /** Returns whether a document is a copy of an object that could not be decoded. */
    static boolean isMarked(ObjectNode document) {
        return document.path("metadata").has(MARK);
    }

    static void mark(HasMetadata object, String problem, String stored) {
        object.getMetadata().setAdditionalProperty(MARK, problem);
        object.getMetadata().setAdditionalProperty(STORED, stored);
    }

    /** Returns text such as {@code TenantCluster team-a/web cannot be decoded: spec.workers.replicas: …}. */
    @Override
    public String toString() {
        return "%s %s cannot be decoded: %s".formatted(kind, name, problem);
    }
}
