package dev.butlerlabs.core.tenant;

import dev.butlerlabs.core.kube.ObjectName;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The results of this process' own writes until the watch has caught up with them, so that a reconciliation reads its own writes without a request.
 * Thread-safe.
 */
final class OwnWriteCache {
    /** By namespace, so that a deleted one is forgotten at once. */
    private final Map<String, Map<Key, GenericKubernetesResource>> results = new ConcurrentHashMap<>();

    private record Key(TenantResourceType type, String name) {}

    void note(GenericKubernetesResource result) {
        String namespace = result.getMetadata().getNamespace();
        if (namespace != null) {
            result.getMetadata().setManagedFields(null);
            results.computeIfAbsent(namespace, _ -> new ConcurrentHashMap<>()).put(key(result), result);
        }
    }

    /**
     * Returns the newer of the watched copy and the result of the last own write.
     *
     * @param copy the copy of the watch; empty if it has none, which can mean that the object is deleted, so that it has to be read
     */
    Optional<GenericKubernetesResource> newest(Optional<GenericKubernetesResource> copy) {
        return copy.map(watched -> Optional.ofNullable(
                        results.get(watched.getMetadata().getNamespace()))
                .map(known ->
                        known.computeIfPresent(key(watched), (_, result) -> isNewer(result, watched) ? result : null))
                .orElse(watched));
    }

    private static boolean isNewer(GenericKubernetesResource result, GenericKubernetesResource watched) {
        return ResourceVersion.isNewer(
                String.valueOf(result.getMetadata().getResourceVersion()),
                String.valueOf(watched.getMetadata().getResourceVersion()));
    }

    void forget(ObjectName object, TenantResourceType type) {
        object.namespace()
                .flatMap(namespace -> Optional.ofNullable(results.get(namespace)))
                .ifPresent(known -> known.remove(new Key(type, object.name())));
    }

    void forget(String namespace) {
        results.remove(namespace);
    }

    private static Key key(GenericKubernetesResource object) {
        return new Key(
                new TenantResourceType(object.getApiVersion(), object.getKind()),
                object.getMetadata().getName());
    }
}
