package dev.butlerlabs.core.gitops;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.ConflictRetry;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.tree.UntypedTree;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.time.Duration;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Reads and writes Butler's Flux objects in one cluster. Objects without Butler's labels are never changed: a missing object is created and
 * not applied, and an existing one is replaced only in the version whose labels were checked. Thread-safe.
 */
final class FluxObjectRepository {
    private static final Set<String> SERVER_FIELDS = Set.of("apiVersion", "kind", "metadata", "status");

    private final KubernetesClient cluster;

    FluxObjectRepository(KubernetesClient cluster) {
        this.cluster = cluster;
    }

    /** Returns the types of Flux that the cluster does not serve. */
    List<FluxResource> notInstalled() {
        return Stream.of(FluxResource.values())
                .filter(FluxResource::isCustom)
                .filter(type -> !isServed(type))
                .toList();
    }

    private boolean isServed(FluxResource type) {
        try {
            cluster.genericKubernetesResources(type.context())
                    .inNamespace(FluxResource.NAMESPACE)
                    .list();
            return true;
        } catch (KubernetesClientException e) {
            if (KubeErrorMapper.isNotFound(e)) {
                return false;
            }
            throw KubeErrorMapper.translate("listing " + type.definitionName(), e);
        }
    }

    /** Returns the objects that exist, also those that Butler did not create. */
    Map<FluxResource, UntypedTree> findAll() {
        Map<FluxResource, UntypedTree> found = new EnumMap<>(FluxResource.class);
        for (FluxResource type : FluxResource.values()) {
            find(type).ifPresent(tree -> found.put(type, tree));
        }
        return found;
    }

    Optional<UntypedTree> find(FluxResource type) {
        return KubeErrorMapper.translating(
                "reading " + type.text(),
                () -> Optional.ofNullable(resource(type).get()).map(this::tree));
    }

    /** Returns a Secret in the namespace of Flux. */
    Optional<UntypedTree> findSecret(String name) {
        return KubeErrorMapper.translating(
                "reading Secret %s/%s".formatted(FluxResource.NAMESPACE, name),
                () -> Optional.ofNullable(cluster.genericKubernetesResources(FluxResource.SECRET.context())
                                .inNamespace(FluxResource.NAMESPACE)
                                .withName(name)
                                .get())
                        .map(this::tree));
    }

    boolean isNamespaceMissing() {
        return KubeErrorMapper.translating(
                "reading Namespace " + FluxResource.NAMESPACE,
                () -> cluster.namespaces().withName(FluxResource.NAMESPACE).get() == null);
    }

    static boolean isOwned(UntypedTree object) {
        UntypedTree labels = object.at("metadata.labels");
        return FluxManifests.LABELS.entrySet().stream()
                .allMatch(label ->
                        label.getValue().equals(labels.entry(label.getKey()).value()));
    }

    /**
     * Creates an object, or replaces the content of the stored one. Metadata of others, such as finalizers, and {@code
     * spec.suspend} are kept. Idempotent.
     *
     * @throws ButlerException with CONFLICT if the object exists and is not Butler's
     */
    FluxObjectChange write(FluxResource type, Map<String, Object> manifest) {
        return new FluxObjectChange(
                type,
                KubeErrorMapper.translating(
                        "writing " + type.text(), () -> ConflictRetry.write(() -> writeOnce(type, manifest))));
    }

    private FluxObjectChange.Outcome writeOnce(FluxResource type, Map<String, Object> manifest) {
        Optional<UntypedTree> stored = find(type);
        if (stored.isEmpty()) {
            // If another client creates the object first, the conflict starts this again, and its labels are checked.
            resource(type, manifest).create();
            return FluxObjectChange.Outcome.CREATED;
        }
        requireOwned(type, stored.get());
        Map<String, Object> changed = stored.get().copy();
        changed.keySet().retainAll(SERVER_FIELDS);
        manifest.forEach((field, value) -> {
            if (!SERVER_FIELDS.contains(field)) {
                changed.put(field, value);
            }
        });
        // Suspending is an action of users of Flux, not a setting.
        stored.get().find("spec.suspend").ifPresent(suspend -> UntypedTree.put(changed, "spec.suspend", suspend));
        if (changed.equals(stored.get().copy())) {
            return FluxObjectChange.Outcome.UNCHANGED;
        }
        resource(type, changed).update();
        return FluxObjectChange.Outcome.CHANGED;
    }

    static void requireOwned(FluxResource type, UntypedTree stored) {
        if (!isOwned(stored)) {
            throw foreign(List.of(type));
        }
    }

    static ButlerException foreign(List<FluxResource> types) {
        return new ButlerException(
                ErrorCode.CONFLICT,
                "%s %s and %s not created by Butler."
                        .formatted(
                                String.join(
                                        ", ",
                                        types.stream().map(FluxResource::text).toList()),
                                types.size() == 1 ? "exists" : "exist",
                                types.size() == 1 ? "was" : "were"),
                "Rename or delete the objects, or hand them over with the labels %s."
                        .formatted(String.join(
                                " and ",
                                FluxManifests.LABELS.entrySet().stream()
                                        .map(label -> label.getKey() + "=" + label.getValue())
                                        .sorted()
                                        .toList())));
    }

    /** Changes fields of the spec of a stored object of Butler; does nothing if it does not exist. */
    void changeSpec(FluxResource type, Consumer<Map<String, Object>> change) {
        KubeErrorMapper.translating(
                "changing " + type.text(),
                () -> ConflictRetry.write(() -> {
                    Optional<UntypedTree> stored = find(type);
                    if (stored.isPresent()) {
                        requireOwned(type, stored.get());
                        Map<String, Object> changed = stored.get().copy();
                        Map<String, Object> spec =
                                new LinkedHashMap<>(UntypedTree.of(changed).map("spec"));
                        change.accept(spec);
                        if (!spec.equals(changed.put("spec", spec))) {
                            resource(type, changed).update();
                        }
                    }
                    return Boolean.TRUE;
                }));
    }

    /** Requests the deletion of an object in the version that was read; an object that is being deleted is left. */
    void delete(FluxResource type, UntypedTree read) {
        requireOwned(type, read);
        if (!read.has("metadata.deletionTimestamp")) {
            KubeErrorMapper.translating(
                    "deleting " + type.text(),
                    () -> ConflictRetry.write(() -> {
                        find(type).ifPresent(stored -> {
                            requireOwned(type, stored);
                            resource(type, stored.copy())
                                    .lockResourceVersion(stored.anyText("metadata.resourceVersion"))
                                    .delete();
                        });
                        return Boolean.TRUE;
                    }));
        }
    }

    /** Waits until an object is gone. */
    void awaitGone(FluxResource type, Duration limit) {
        KubeErrorMapper.translating(
                "waiting for the deletion of " + type.text(),
                () -> resource(type).waitUntilCondition(Objects::isNull, limit.toMillis(), TimeUnit.MILLISECONDS));
    }

    private Resource<GenericKubernetesResource> resource(FluxResource type) {
        return cluster.genericKubernetesResources(type.context())
                .inNamespace(FluxResource.NAMESPACE)
                .withName(type.objectName());
    }

    private Resource<GenericKubernetesResource> resource(FluxResource type, Map<String, Object> tree) {
        return cluster.genericKubernetesResources(type.context())
                .inNamespace(FluxResource.NAMESPACE)
                .resource(cluster.getKubernetesSerialization().convertValue(tree, GenericKubernetesResource.class));
    }

    private UntypedTree tree(GenericKubernetesResource object) {
        return UntypedTree.of(cluster.getKubernetesSerialization().convertValue(object, Map.class));
    }
}
