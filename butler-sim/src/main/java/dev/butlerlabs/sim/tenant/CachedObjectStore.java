package dev.butlerlabs.sim.tenant;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import java.net.HttpURLConnection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Cached objects and operations to change them. A write that conflicts, because the object has changed, is dropped; the
 * next round computes it again.
 */
final class CachedObjectStore implements AutoCloseable {
    private static final Set<Integer> OUTDATED =
            Set.of(HttpURLConnection.HTTP_CONFLICT, HttpURLConnection.HTTP_NOT_FOUND, HttpURLConnection.HTTP_FORBIDDEN);

    private final KubernetesClient client;
    private final Map<SimulatedResourceType, SharedIndexInformer<GenericKubernetesResource>> informers =
            new HashMap<>();

    CachedObjectStore(KubernetesClient client, Consumer<String> changed) {
        this.client = client;
        SimulatedResourceType.active().forEach(kind -> informers.put(kind, watch(kind, changed)));
        informers.values().stream()
                .map(SharedIndexInformer::start)
                .toList()
                .forEach(start -> start.toCompletableFuture().join());
    }

    private SharedIndexInformer<GenericKubernetesResource> watch(SimulatedResourceType kind, Consumer<String> changed) {
        SharedIndexInformer<GenericKubernetesResource> informer =
                all(kind).inAnyNamespace().runnableInformer(0);
        informer.addEventHandler(new ChangeNotifier(changed));
        return informer;
    }

    KubernetesClient client() {
        return client;
    }

    private MixedOperation<
                    GenericKubernetesResource, GenericKubernetesResourceList, Resource<GenericKubernetesResource>>
            all(SimulatedResourceType kind) {
        return client.genericKubernetesResources(kind.context());
    }

    List<GenericKubernetesResource> list(SimulatedResourceType kind, String namespace) {
        return informers.get(kind).getIndexer().byIndex(Cache.NAMESPACE_INDEX, namespace);
    }

    Optional<GenericKubernetesResource> find(SimulatedResourceType kind, String namespace, String name) {
        return Optional.ofNullable(informers.get(kind).getStore().getByKey(namespace + "/" + name));
    }

    /** Reads an object of a type that is not cached. */
    Optional<GenericKubernetesResource> read(SimulatedResourceType kind, String namespace, String name) {
        return Optional.ofNullable(
                all(kind).inNamespace(namespace).withName(name).get());
    }

    /** Merges fields into the status of an object of a type that is not cached. */
    void mergeStatus(SimulatedResourceType kind, String namespace, String name, Map<String, Object> status) {
        attempt(() -> all(kind)
                .inNamespace(namespace)
                .withName(name)
                .subresource("status")
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        client.getKubernetesSerialization().asJson(Map.of("status", status))));
    }

    void create(SimulatedResourceType kind, GenericKubernetesResource object) {
        attempt(() -> all(kind)
                .inNamespace(object.getMetadata().getNamespace())
                .resource(object)
                .create());
    }

    /** Changes a copy of the cached object and writes it, unless the object has changed meanwhile. */
    void edit(SimulatedResourceType kind, GenericKubernetesResource seen, Consumer<GenericKubernetesResource> change) {
        GenericKubernetesResource copy = client.getKubernetesSerialization().clone(seen);
        change.accept(copy);
        if (!copy.equals(seen)) {
            attempt(() -> all(kind)
                    .inNamespace(seen.getMetadata().getNamespace())
                    .resource(copy)
                    .update());
        }
    }

    void status(SimulatedResourceType kind, GenericKubernetesResource seen, Map<String, Object> status) {
        GenericKubernetesResource copy = client.getKubernetesSerialization().clone(seen);
        copy.setAdditionalProperty("status", status);
        if (!status.equals(seen.getAdditionalProperties().get("status"))) {
            attempt(() -> all(kind)
                    .inNamespace(seen.getMetadata().getNamespace())
                    .resource(copy)
                    .updateStatus());
        }
    }

    void delete(SimulatedResourceType kind, GenericKubernetesResource seen) {
        if (!seen.isMarkedForDeletion()) {
            attempt(() -> all(kind)
                    .inNamespace(seen.getMetadata().getNamespace())
                    .resource(seen)
                    .delete());
        }
    }

    static void attempt(Runnable write) {
        try {
            write.run();
        } catch (KubernetesClientException e) {
            if (!OUTDATED.contains(e.getCode())) {
                throw e;
            }
        }
    }

    @Override
    public void close() {
        informers.values().forEach(SharedIndexInformer::stop);
    }

    private record ChangeNotifier(Consumer<String> changed) implements ResourceEventHandler<GenericKubernetesResource> {
        @Override
        public void onAdd(GenericKubernetesResource object) {
            changed.accept(object.getMetadata().getNamespace());
        }

        @Override
        public void onUpdate(GenericKubernetesResource old, GenericKubernetesResource object) {
            changed.accept(object.getMetadata().getNamespace());
        }

        @Override
        public void onDelete(GenericKubernetesResource object, boolean unknown) {
            changed.accept(object.getMetadata().getNamespace());
        }
    }
}
