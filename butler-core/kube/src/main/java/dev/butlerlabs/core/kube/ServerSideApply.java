package dev.butlerlabs.core.kube;

import dev.butlerlabs.core.tree.UntypedTree;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.Objects;

/**
 * Applies objects with server-side apply. Idempotent: fields omitted since the last apply are removed, and fields of other
 * managers are kept.
 *
 * @param fieldManager name of the field manager
 * @param force whether to take over fields that another manager set to another value; otherwise that is a conflict
 */
public record ServerSideApply(String fieldManager, boolean force) {
    /** The field manager of Butler. */
    public static final String BUTLER = "butler";

    public ServerSideApply {
        Objects.requireNonNull(fieldManager, "fieldManager");
    }

    /** Returns an apply as Butler that fails on conflicts. */
    public static ServerSideApply asButler() {
        return new ServerSideApply(BUTLER, false);
    }

    /** Returns an apply as Butler that takes over conflicting fields, for objects that only Butler manages. */
    public static ServerSideApply asButlerForced() {
        return new ServerSideApply(BUTLER, true);
    }

    public <T extends HasMetadata> T apply(KubernetesClient client, T wanted) {
        return KubeErrorMapper.translating(
                "applying " + ObjectName.of(wanted),
                () -> client.resource(prepared(client, wanted)).patch(context()));
    }

    /** Applies a manifest of any type that the server knows. */
    public GenericKubernetesResource apply(ServedTypeResolver types, UntypedTree manifest) {
        String name = "%s %s".formatted(manifest.anyText("kind"), manifest.anyText("metadata.name"));
        return KubeErrorMapper.translating(
                "applying " + name, () -> types.resource(manifest).patch(context()));
    }

    /** Applies only the status. The object must contain only identity and status. */
    public <T extends HasMetadata> T applyStatus(KubernetesClient client, T wanted) {
        return KubeErrorMapper.translating(
                "writing the status of " + ObjectName.of(wanted),
                () -> client.resource(prepared(client, wanted))
                        .subresource("status")
                        .patch(context()));
    }

    /** Removes the server-managed metadata of an object read from a server. */
    private static <T extends HasMetadata> T prepared(KubernetesClient client, T wanted) {
        T copy = client.getKubernetesSerialization().clone(wanted);
        copy.getMetadata().setManagedFields(null);
        return copy;
    }

    private PatchContext context() {
        return new PatchContext.Builder()
                .withPatchType(PatchType.SERVER_SIDE_APPLY)
                .withFieldManager(fieldManager)
                .withForce(force)
                .build();
    }
}
