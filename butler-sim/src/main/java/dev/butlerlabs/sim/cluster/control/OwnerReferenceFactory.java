package dev.butlerlabs.sim.cluster.control;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import java.util.Optional;

/** Builds and reads owner references. */
final class OwnerReferenceFactory {
    private OwnerReferenceFactory() {}

    static OwnerReference reference(HasMetadata owner) {
        return new OwnerReferenceBuilder()
                .withApiVersion(owner.getApiVersion())
                .withKind(owner.getKind())
                .withName(owner.getMetadata().getName())
                .withUid(owner.getMetadata().getUid())
                .withController(true)
                .withBlockOwnerDeletion(true)
                .build();
    }

    static boolean controls(HasMetadata owner, HasMetadata owned) {
        return controller(owned)
                .filter(reference ->
                        reference.getUid().equals(owner.getMetadata().getUid()))
                .isPresent();
    }

    static Optional<OwnerReference> controller(HasMetadata owned) {
        return owned.getMetadata().getOwnerReferences().stream()
                .filter(reference -> Boolean.TRUE.equals(reference.getController()))
                .findFirst();
    }
}
