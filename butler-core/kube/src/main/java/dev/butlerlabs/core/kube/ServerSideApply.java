package dev.butlerlabs.core.kube;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.Objects;

/**
 * Says "these fields are mine and shall be so" to a Kubernetes API. Applying twice is applying once; fields left out since the last
 * time are removed; fields of others stay.
 *
 * @param fieldManager whose fields these are
 * @param force whether to take over a field that somebody else set to another value; otherwise that is a conflict
 */
public record ServerSideApply(String fieldManager, boolean force) {
    /** The name under which Butler owns fields. */
    public static final String BUTLER = "butler";

    public ServerSideApply {
        Objects.requireNonNull(fieldManager, "fieldManager");
    }

    /** As Butler, refusing to overrule others. */
    public static ServerSideApply asButler() {
        return new ServerSideApply(BUTLER, false);
    }

    /** As Butler, overruling others: for objects that are Butler's alone. */
    public static ServerSideApply asButlerForced() {
        return new ServerSideApply(BUTLER, true);
    }

    public <T extends HasMetadata> T apply(KubernetesClient client, T wanted) {
        return KubeErrors.translating(
                "applying " + ObjectName.of(wanted),
                () -> client.resource(prepared(client, wanted)).patch(context()));
    }

    /** Applies the status alone. The object given holds identity and status, nothing else. */
    public <T extends HasMetadata> T applyStatus(KubernetesClient client, T wanted) {
        return KubeErrors.translating(
                "writing the status of " + ObjectName.of(wanted),
                () -> client.resource(prepared(client, wanted))
                        .subresource("status")
                        .patch(context()));
    }

    /** An object read from a server carries bookkeeping that an apply must not send back. */
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
