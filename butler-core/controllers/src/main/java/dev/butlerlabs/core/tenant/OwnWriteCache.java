package dev.butlerlabs.core.tenant;

import dev.butlerlabs.core.kube.ObjectName;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The results of this process' own writes until the watch has caught up with them, so that a reconciliation reads its own writes without a request.
 * Thread-safe.
 */
final class OwnWriteCache {
    /** A watch that takes longer is interrupted. */
    private static final Duration REPORT_LIMIT = Duration.ofMinutes(1);

    /** By namespace, so that a deleted one is forgotten at once. */
    private final Map<String, Map<Key, GenericKubernetesResource>> results = new ConcurrentHashMap<>();
    /** The objects that this process has created and that the watch has not reported yet, with the time of their creation. */
    private final Map<String, Map<Key, Instant>> unreported = new ConcurrentHashMap<>();

    private final InstantSource clock;

    OwnWriteCache(InstantSource clock) {
        this.clock = clock;
    }

    private record Key(TenantResourceType type, String name) {}

    /** Records the result of a write that created an object. */
    void noteCreation(GenericKubernetesResource result) {
        String namespace = result.getMetadata().getNamespace();
        if (namespace != null) {
            unreported
                    .computeIfAbsent(namespace, _ -> new ConcurrentHashMap<>())
                    .put(key(result), clock.instant());
        }
        note(result);
    }

    /** Records that the watch has reported an object, so that its cache is complete from now on. */
    void noteReported(GenericKubernetesResource object) {
        Optional.ofNullable(unreported.get(object.getMetadata().getNamespace()))
                .ifPresent(known -> known.remove(key(object)));
    }

    /** Returns an object that this process has created a short time ago, if the watch has not reported it yet. */
    Optional<GenericKubernetesResource> unreportedCreation(TenantResourceType type, String namespace, String name) {
        Key key = new Key(type, name);
        Instant oldest = clock.instant().minus(REPORT_LIMIT);
        return Optional.ofNullable(unreported.get(namespace))
                .map(known -> known.computeIfPresent(key, (_, time) -> time.isAfter(oldest) ? time : null))
                .flatMap(_ -> Optional.ofNullable(results.get(namespace)))
                .map(known -> known.get(key));
    }

    /** Records the result of a write. */
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
        copy.ifPresent(this::noteReported);
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
        object.namespace()
                .flatMap(namespace -> Optional.ofNullable(unreported.get(namespace)))
                .ifPresent(known -> known.remove(new Key(type, object.name())));
    }

    void forget(String namespace) {
        results.remove(namespace);
        unreported.remove(namespace);
    }

    private static Key key(GenericKubernetesResource object) {
        return new Key(
                new TenantResourceType(object.getApiVersion(), object.getKind()),
                object.getMetadata().getName());
    }
}
