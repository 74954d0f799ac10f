package dev.butlerlabs.core.identity.change;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.kube.ConflictRetry;
import dev.butlerlabs.core.kube.DecodedList;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.LenientDecoder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads and changes cluster-scoped objects of one type for the command line. Thread-safe; errors of the API are thrown as {@link
 * ButlerException}.
 */
public final class ClusterScopedRepository<T extends CustomResource<?, ?>> {
    private final KubernetesClient client;
    private final Class<T> type;
    private final String hint;

    /** @param hint what to try if an object does not exist */
    public ClusterScopedRepository(KubernetesClient client, Class<T> type, String hint) {
        this.client = client;
        this.type = type;
        this.hint = hint;
    }

    /** Lists all objects. */
    public DecodedList<T> list() {
        return DecodedList.of(KubeErrorMapper.askingForKind(
                client,
                kind() + "s",
                "listing %ss".formatted(kind()),
                () -> LenientDecoder.over(client).resources(type).list().getItems()));
    }

    /** Returns an object; empty if it does not exist. */
    public Optional<T> find(String name) {
        return KubeErrorMapper.askingForKind(
                client,
                kind() + "s",
                "reading %s %s".formatted(kind(), name),
                () -> Optional.ofNullable(client.resources(type).withName(name).get()));
    }

    /**
     * Returns an object.
     *
     * @throws ButlerException with NOT_FOUND if it does not exist, or with NOT_MANAGEMENT_CLUSTER if the server has no such resources
     */
    public T get(String name) {
        return find(name).orElseThrow(() -> absent(name));
    }

    /** A missing object and a missing resource type have the same response; a list distinguishes them. */
    private ButlerException absent(String name) {
        try {
            list();
        } catch (ButlerException e) {
            if (e.kind() != ErrorKind.DENIED) {
                return e;
            }
        }
        return new ButlerException(ErrorCode.NOT_FOUND, "%s %s not found.".formatted(kind(), name), hint);
    }

    /**
     * Creates an object.
     *
     * @throws ButlerException with CONFLICT if it exists, or with every problem that the API reports
     */
    public T create(T object) {
        String name = object.getMetadata().getName();
        if (find(name).isPresent()) {
            throw new ButlerException(
                    ErrorCode.CONFLICT, "%s %s already exists.".formatted(kind(), name), "Choose another name.");
        }
        return KubeErrorMapper.translating(
                "creating %s %s".formatted(kind(), name),
                () -> client.resource(object).create());
    }

    /**
     * Changes fields of an object with a JSON merge patch. If another client changes the object at the same time, the change is computed
     * again from its new content.
     *
     * @param change returns the changed fields of the stored object; none leaves it unchanged
     * @return the object after the change
     * @throws ButlerException with NOT_FOUND if it does not exist, or with every problem that the API reports
     */
    public T change(String name, Function<T, Map<String, Object>> change) {
        return KubeErrorMapper.translating(
                "changing %s %s".formatted(kind(), name), () -> ConflictRetry.write(() -> changeOnce(name, change)));
    }

    private T changeOnce(String name, Function<T, Map<String, Object>> change) {
        T stored = get(name);
        Map<String, Object> fields = change.apply(stored);
        if (fields.isEmpty()) {
            return stored;
        }
        Map<String, Object> patch = new HashMap<>(fields);
        patch.put("metadata", Map.of("resourceVersion", stored.getMetadata().getResourceVersion()));
        return client.resources(type)
                .withName(name)
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        client.getKubernetesSerialization().asJson(patch));
    }

    /** Deletes an object, unless it changed since it was read. */
    public void delete(T seen) {
        String name = seen.getMetadata().getName();
        KubeErrorMapper.translating(
                "deleting %s %s".formatted(kind(), name),
                () -> client.resource(seen)
                        .lockResourceVersion(seen.getMetadata().getResourceVersion())
                        .delete());
    }

    private String kind() {
        return HasMetadata.getKind(type);
    }
}
