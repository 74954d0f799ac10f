package dev.butlerlabs.sim.tenant;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.net.HttpURLConnection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Objects of some types from watches, and writes that leave fields of others unchanged. Thread-safe. */
final class WatchedObjects implements AutoCloseable {
    private final KubernetesClient client;
    private final Map<SimulatedResourceType, SharedIndexInformer<GenericKubernetesResource>> informers;
    /** Objects that were created here, so that each needs one request only. */
    private final Set<String> created = ConcurrentHashMap.newKeySet();

    WatchedObjects(KubernetesClient client, List<SimulatedResourceType> types, Runnable changed) {
        this.client = client;
        Map<SimulatedResourceType, SharedIndexInformer<GenericKubernetesResource>> started = new HashMap<>();
        types.forEach(type -> started.put(
                type,
                client.genericKubernetesResources(type.context())
                        .inAnyNamespace()
                        .inform(new ChangeHandler(changed))));
        this.informers = Map.copyOf(started);
    }

    List<GenericKubernetesResource> list(SimulatedResourceType type) {
        return informers.get(type).getStore().list();
    }

    Optional<GenericKubernetesResource> find(SimulatedResourceType type, String namespace, String name) {
        return Optional.ofNullable(informers.get(type).getStore().getByKey(namespace + "/" + name));
    }

    /** Creates an object unless it was created before. */
    void createOnce(HasMetadata object) {
        String key = object.getKind() + "/" + object.getMetadata().getNamespace() + "/"
                + object.getMetadata().getName();
        if (!created.contains(key)) {
            attempt(() -> client.resource(object).create());
            created.add(key);
        }
    }

    void mergeSpec(SimulatedResourceType type, GenericKubernetesResource seen, Map<String, Object> fields) {
        if (!holds(seen, "spec", fields)) {
            attempt(() -> located(type, seen).patch(merge(), json("spec", fields)));
        }
    }

    void mergeStatus(SimulatedResourceType type, GenericKubernetesResource seen, Map<String, Object> fields) {
        if (!holds(seen, "status", fields)) {
            attempt(() -> located(type, seen).subresource("status").patch(merge(), json("status", fields)));
        }
    }

    void hold(SimulatedResourceType type, GenericKubernetesResource seen, String finalizer) {
        if (!UnstructuredObject.isHeld(seen, finalizer)) {
            List<String> finalizers = new ArrayList<>(seen.getMetadata().getFinalizers());
            finalizers.add(finalizer);
            writeFinalizers(type, seen, finalizers);
        }
    }

    void release(SimulatedResourceType type, GenericKubernetesResource seen, String finalizer) {
        if (UnstructuredObject.isHeld(seen, finalizer)) {
            writeFinalizers(
                    type,
                    seen,
                    seen.getMetadata().getFinalizers().stream()
                            .filter(one -> !one.equals(finalizer))
                            .toList());
        }
    }

    /** The resource version rejects the write if another controller has changed the finalizers meanwhile. */
    private void writeFinalizers(SimulatedResourceType type, GenericKubernetesResource seen, List<String> finalizers) {
        attempt(() -> located(type, seen)
                .patch(
                        merge(),
                        json(
                                "metadata",
                                Map.of(
                                        "finalizers",
                                        finalizers,
                                        "resourceVersion",
                                        seen.getMetadata().getResourceVersion()))));
    }

    private static boolean holds(GenericKubernetesResource object, String section, Map<String, Object> fields) {
        return fields.entrySet().stream()
                .allMatch(field -> Objects.equals(object.get(section, field.getKey()), field.getValue()));
    }

    private Resource<GenericKubernetesResource> located(SimulatedResourceType type, GenericKubernetesResource object) {
        return client.genericKubernetesResources(type.context())
                .inNamespace(UnstructuredObject.namespace(object))
                .withName(UnstructuredObject.name(object));
    }

    private static PatchContext merge() {
        return PatchContext.of(PatchType.JSON_MERGE);
    }

    private String json(String section, Map<String, Object> fields) {
        return client.getKubernetesSerialization().asJson(Map.of(section, fields));
    }

    /** A write that conflicts, or whose object is gone, is dropped: the change leads to another reconciliation. */
    static void attempt(Runnable write) {
        try {
            write.run();
        } catch (KubernetesClientException e) {
            if (!Set.of(HttpURLConnection.HTTP_CONFLICT, HttpURLConnection.HTTP_NOT_FOUND)
                    .contains(e.getCode())) {
                throw e;
            }
        }
    }

    @Override
    public void close() {
        informers.values().forEach(SharedIndexInformer::close);
    }

    private record ChangeHandler(Runnable changed) implements ResourceEventHandler<GenericKubernetesResource> {
        @Override
        public void onAdd(GenericKubernetesResource object) {
            changed.run();
        }

        @Override
        public void onUpdate(GenericKubernetesResource old, GenericKubernetesResource object) {
            changed.run();
        }

        @Override
        public void onDelete(GenericKubernetesResource object, boolean unknown) {
            changed.run();
        }
    }
}
