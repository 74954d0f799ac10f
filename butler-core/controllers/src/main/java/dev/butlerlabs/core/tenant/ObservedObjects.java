package dev.butlerlabs.core.tenant;

import dev.butlerlabs.core.api.ButlerConfig;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.kube.UndecodableObject;
import dev.butlerlabs.core.reconcile.WatchedObjectCache;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
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
    private final WatchedObjectCache<Secret> secrets = new WatchedObjectCache<>();
    private final WatchedObjectCache<ProviderConfig> providers = new WatchedObjectCache<>();
    private final WatchedObjectCache<ButlerConfig> platform = new WatchedObjectCache<>();

    /** Returns the caches by type, into which the watches are directed. */
    Map<TenantResourceType, WatchedObjectCache<GenericKubernetesResource>> caches() {
        return objects;
    }

    WatchedObjectCache<Namespace> namespaces() {
        return namespaces;
    }

    WatchedObjectCache<Secret> secrets() {
        return secrets;
    }

    WatchedObjectCache<ProviderConfig> providers() {
        return providers;
    }

    WatchedObjectCache<ButlerConfig> platform() {
        return platform;
    }

    /** Returns whether all watches have started. */
    boolean areWatched() {
        return objects.values().stream().allMatch(WatchedObjectCache::isWatched);
    }

    boolean isObserved(TenantResourceType type) {
        return objects.containsKey(type);
    }

    /** Returns whether the watch of a type has started. */
    boolean isWatched(TenantResourceType type) {
        return Optional.ofNullable(objects.get(type))
                .filter(WatchedObjectCache::isWatched)
                .isPresent();
    }

    Optional<GenericKubernetesResource> find(TenantResourceType type, String namespace, String name) {
        return Optional.ofNullable(objects.get(type))
                .flatMap(cache -> cache.find(new ObjectName(Optional.of(namespace), name)));
    }

    /** Returns a Secret without its content. */
    Optional<Secret> secret(ObjectName name) {
        return secrets.find(name);
    }

    /** Returns a ProviderConfig; empty also if it cannot be decoded. */
    Optional<ProviderConfig> provider(ObjectName name) {
        return providers.find(name).filter(ObservedObjects::isDecodable);
    }

    /**
     * Returns the ButlerConfig of this name.
     *
     * @param read reads it from the API server, used without a watch and if the watched object cannot be decoded
     */
    Optional<ButlerConfig> platform(String name, Supplier<Optional<ButlerConfig>> read) {
        return platform.findOrRead(new ObjectName(Optional.empty(), name), read);
    }

    private static boolean isDecodable(HasMetadata object) {
        return UndecodableObject.of(object).isEmpty();
    }

    Optional<Namespace> namespace(String name) {
        return namespaces.find(new ObjectName(Optional.empty(), name));
    }
}
