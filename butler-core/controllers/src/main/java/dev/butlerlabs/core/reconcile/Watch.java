package dev.butlerlabs.core.reconcile;

import dev.butlerlabs.core.kube.ObjectName;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
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
 * @param definition what they are called, for kinds without a class of their own; these are looked for in every namespace
 * @param labelSelector which of them; narrow it where there may be many, since all that match are kept in memory
 * @param concerned the names of the reconciled objects a change of one of them concerns
 * @param known where those that were heard of can be looked up, if somebody wants to
 */
public record Watch<T extends HasMetadata>(
        Class<T> kind,
        Optional<Definition> definition,
        Optional<String> labelSelector,
        Function<T, Set<ObjectName>> concerned,
        Optional<Known<T>> known) {
    public Watch {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(definition, "definition");
        Objects.requireNonNull(labelSelector, "labelSelector");
        Objects.requireNonNull(concerned, "concerned");
        Objects.requireNonNull(known, "known");
    }

    /** What a kind is called. */
    public record Definition(String apiVersion, String kind) {}

    public Watch(Class<T> kind, Optional<String> labelSelector, Function<T, Set<ObjectName>> concerned) {
        this(kind, Optional.empty(), labelSelector, concerned, Optional.empty());
    }

    /** The same watch, with a place to look up what it has heard of. */
    public Watch<T> into(Known<T> place) {
        return new Watch<>(kind, definition, labelSelector, concerned, Optional.of(place));
    }

    /** The objects of a kind that has no class of its own. */
    public static Watch<GenericKubernetesResource> generic(
            String apiVersion,
            String kind,
            String labelSelector,
            Function<GenericKubernetesResource, Set<ObjectName>> concerned) {
        return new Watch<>(
                GenericKubernetesResource.class,
                Optional.of(new Definition(apiVersion, kind)),
                Optional.of(labelSelector),
                concerned,
                Optional.empty());
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
