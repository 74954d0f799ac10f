package dev.butlerlabs.core.reconcile;

import dev.butlerlabs.core.kube.ObjectName;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.client.CustomResource;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A watch for related objects whose changes trigger a reconciliation.
 *
 * @param kind the class of the related objects
 * @param definition the API version and kind of resources without a class; these are watched in all namespaces
 * @param labelSelector selects the objects; all that match are kept in memory
 * @param concerned returns the reconciled objects that a change affects
 * @param known receives the cache for lookups, if needed
 * @param filter selects the changes that trigger a reconciliation
 */
public record Watch<T extends HasMetadata>(
        Class<T> kind,
        Optional<Definition> definition,
        Optional<String> labelSelector,
        Function<T, Set<ObjectName>> concerned,
        Optional<WatchedObjectCache<T>> known,
        Filter<T> filter) {
    public Watch {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(definition, "definition");
        Objects.requireNonNull(labelSelector, "labelSelector");
        Objects.requireNonNull(concerned, "concerned");
        Objects.requireNonNull(known, "known");
        Objects.requireNonNull(filter, "filter");
    }

    /**
     * Selects the changes that trigger a reconciliation. Deletions always do.
     *
     * @param onAdd tests a new object
     * @param onUpdate tests the former and the new state of a changed object
     */
    public record Filter<T>(Predicate<? super T> onAdd, BiPredicate<? super T, ? super T> onUpdate) {
        public Filter {
            Objects.requireNonNull(onAdd, "onAdd");
            Objects.requireNonNull(onUpdate, "onUpdate");
        }

        /** Returns a filter that selects all changes. */
        public static <T> Filter<T> all() {
            return new Filter<>(object -> true, (before, now) -> true);
        }
    }

    /** The API version and kind of a resource type. */
    public record Definition(String apiVersion, String kind) {}

    public Watch(Class<T> kind, Optional<String> labelSelector, Function<T, Set<ObjectName>> concerned) {
        this(kind, Optional.empty(), labelSelector, concerned, Optional.empty(), Filter.all());
    }

    /** Returns the same watch with access to its cache. */
    public Watch<T> into(WatchedObjectCache<T> place) {
        return new Watch<>(kind, definition, labelSelector, concerned, Optional.of(place), filter);
    }

    /** Returns the same watch with another filter. */
    public Watch<T> filtered(Filter<T> changes) {
        return new Watch<>(kind, definition, labelSelector, concerned, known, changes);
    }

    /** Returns a watch for a resource type without a class. */
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
                Optional.empty(),
                Filter.all());
    }

    /** Returns a watch for objects that are owned by a reconciled object. */
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
