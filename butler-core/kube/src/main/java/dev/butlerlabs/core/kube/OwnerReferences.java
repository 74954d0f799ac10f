package dev.butlerlabs.core.kube;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Sets owner references, so that objects are deleted with their owner. */
public final class OwnerReferences {
    private OwnerReferences() {}

    /** Returns a reference to the owner as the controller of another object. */
    public static OwnerReference reference(HasMetadata owner) {
        return new OwnerReferenceBuilder()
                .withApiVersion(owner.getApiVersion())
                .withKind(owner.getKind())
                .withName(owner.getMetadata().getName())
                .withUid(Objects.requireNonNull(owner.getMetadata().getUid(), "owner has no uid yet"))
                .withController(true)
                .withBlockOwnerDeletion(true)
                .build();
    }

    /** Sets the owner of the child, replacing an existing reference to the same owner. */
    public static <T extends HasMetadata> T own(HasMetadata owner, T child) {
        requireReach(owner, child);
        OwnerReference reference = reference(owner);
        List<OwnerReference> references = new ArrayList<>(child.getMetadata().getOwnerReferences());
        references.removeIf(other -> reference.getUid().equals(other.getUid()));
        references.add(reference);
        child.getMetadata().setOwnerReferences(references);
        return child;
    }

    public static boolean owns(HasMetadata owner, HasMetadata child) {
        return child.getMetadata().getOwnerReferences().stream()
                .anyMatch(reference -> owner.getMetadata().getUid().equals(reference.getUid()));
    }

    /** Rejects an owner in another namespace: the garbage collector would not find it and delete the child. */
    private static void requireReach(HasMetadata owner, HasMetadata child) {
        String home = owner.getMetadata().getNamespace();
        if (home != null && !home.equals(child.getMetadata().getNamespace())) {
            throw new IllegalArgumentException(
                    "an owner in namespace %s cannot own an object outside it".formatted(home));
        }
    }
}
