package dev.butlerlabs.core.machine;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.ObjectReference;
import dev.butlerlabs.core.boundary.PolicyViolation;
import dev.butlerlabs.core.boundary.ProviderAccessPolicy;
import dev.butlerlabs.core.boundary.ReferencePolicy;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.OwnerId;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.OwnerReference;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The common state of reconciling an object on an infrastructure: the ProviderConfig, the owner, and the connection. */
abstract class ProviderReconcileContext {
    private final ObjectMeta metadata;
    private final String field;
    private final ObjectName config;
    private Optional<ProviderConnection> session = Optional.empty();
    private Optional<Failure> failure = Optional.empty();

    /** A failure for the status, which is more specific than the reason of the condition. */
    record Failure(String reason, String message) {}

    /** @param field the field with the reference to the ProviderConfig */
    ProviderReconcileContext(HasMetadata object, String field, ObjectReference reference) {
        this.metadata = object.getMetadata();
        this.field = field;
        this.config = config(object, reference);
    }

    static ObjectName config(HasMetadata object, ObjectReference reference) {
        return new ObjectName(
                Optional.ofNullable(reference.namespace())
                        .filter(namespace -> !namespace.isEmpty())
                        .orElse(object.getMetadata().getNamespace()),
                reference.name());
    }

    final ObjectName config() {
        return config;
    }

    final String namespace() {
        return metadata.getNamespace();
    }

    /** Returns why the reference to the ProviderConfig is rejected; empty if it is permitted. */
    final Optional<PolicyViolation> refusedReference() {
        return ProviderAccessPolicy.checkReference(field, namespace(), config);
    }

    final void enter(ProviderConnection opened) {
        session = Optional.of(opened);
    }

    final ProviderConnection session() {
        return session.orElseThrow();
    }

    final <T> T ask(Function<ConnectedInfrastructure, T> question) {
        return session().ask(question);
    }

    final void fail(String reason, String message) {
        failure = Optional.of(new Failure(reason, message));
    }

    final Optional<Failure> failure() {
        return failure;
    }

    final Optional<String> annotation(String name) {
        return Optional.ofNullable(metadata.getAnnotations()).map(all -> all.get(name));
    }

    /**
     * Returns the owner in the ownership tags on the infrastructure. In the platform namespace it is the annotation {@link
     * Annotations#OWNER_ID}, which is kept when the object moves to another cluster, otherwise the controller of the object. The author of
     * an object can set both, so in other namespaces it is always the uid that the API server assigned.
     */
    final OwnerId owner() {
        String uid = ReferencePolicy.isPlatform(namespace())
                ? annotation(Annotations.OWNER_ID).or(this::controller).orElseGet(metadata::getUid)
                : metadata.getUid();
        try {
            return new OwnerId(uid);
        } catch (IllegalArgumentException e) {
            throw new ButlerException(
                    ErrorCode.INVALID_INPUT,
                    "Annotation %s has the invalid value '%s' for an ownership tag."
                            .formatted(Annotations.OWNER_ID, uid),
                    "Use a uid of lower-case letters, digits and hyphens, with a maximum of 63 characters.",
                    List.of(),
                    e);
        }
    }

    private Optional<String> controller() {
        return metadata.getOwnerReferences().stream()
                .filter(reference -> Boolean.TRUE.equals(reference.getController()))
                .map(OwnerReference::getUid)
                .findFirst();
    }
}
