package dev.butlerlabs.core.reconcile;

import dev.butlerlabs.core.kube.ObjectName;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.client.CustomResource;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Other objects whose changes concern a reconciled kind.
 *
 * @param kind the other objects' class
 * @param labelSelector which of them; narrow it where there may be many, since all that match are kept in memory
 * @param concerned the names of the reconciled objects a change of one of them concerns
 */
public record Watch<T extends HasMetadata>(
        Class<T> kind, Optional<String> labelSelector, Function<T, Set<ObjectName>> concerned) {
    public Watch {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(labelSelector, "labelSelector");
        Objects.requireNonNull(concerned, "concerned");
    }

    /** The objects of a kind that are owned by a reconciled object. */
    public static <T extends HasMetadata> Watch<T> owned(Class<T> kind, Class<? extends CustomResource<?, ?>> owner) {
        String ownerKind = HasMetadata.getKind(owner);
        String ownerGroup = HasMetadata.getGroup(owner);
        return new Watch<>(
                kind,
                Optional.empty(),
                object -> object.getMetadata().getOwnerReferences().stream()
                        .filter(reference -> reference.getKind().equals(ownerKind)
                                && group(reference).equals(ownerGroup))
                        .map(reference -> new ObjectName(
                                Optional.ofNullable(object.getMetadata().getNamespace()), reference.getName()))
                        .collect(Collectors.toUnmodifiableSet()));
    }

    private static String group(OwnerReference reference) {
        String version = reference.getApiVersion();
        int slash = version.indexOf('/');
        return slash < 0 ? "" : version.substring(0, slash);
    }
}
