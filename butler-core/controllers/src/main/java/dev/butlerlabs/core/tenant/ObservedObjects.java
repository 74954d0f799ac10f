package dev.butlerlabs.core.tenant;

import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.reconcile.WatchedObjectCache;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Namespace;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The objects of tenant clusters that are watched, as the informers keep them. An object that is not found may exist: the informers select by labels, and
 * may not have started. Thread-safe.
 */
final class ObservedObjects {
    private final Map<TenantResourceType, WatchedObjectCache<GenericKubernetesResource>> objects = Stream.of(
                    TenantResourceType.CLUSTER, TenantResourceType.MACHINE_DEPLOYMENT, TenantResourceType.CONTROL_PLANE)
            .collect(Collectors.toUnmodifiableMap(Function.identity(), type -> new WatchedObjectCache<>()));
    private final WatchedObjectCache<Namespace> namespaces = new WatchedObjectCache<>();

    /** Returns the caches by type, into which the watches are directed. */
    Map<TenantResourceType, WatchedObjectCache<GenericKubernetesResource>> caches() {
        return objects;
    }

    WatchedObjectCache<Namespace> namespaces() {
        return namespaces;
    }

    /** Returns whether all watches have started. */
    boolean areWatched() {
        return objects.values().stream().allMatch(WatchedObjectCache::isWatched);
    }

    boolean isObserved(TenantResourceType type) {
        return objects.containsKey(type);
    }

    Optional<GenericKubernetesResource> find(TenantResourceType type, String namespace, String name) {
        return Optional.ofNullable(objects.get(type))
                .flatMap(cache -> cache.find(new ObjectName(Optional.of(namespace), name)));
    }

    Optional<Namespace> namespace(String name) {
        return namespaces.find(new ObjectName(Optional.empty(), name));
    }
}
