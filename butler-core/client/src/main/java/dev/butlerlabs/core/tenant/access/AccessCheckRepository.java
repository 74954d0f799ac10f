package dev.butlerlabs.core.tenant.access;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.ObjectName;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Changes the planned checks of a TenantCluster with optimistic locking, so that no process removes a check that another one added. Thread-safe. */
public final class AccessCheckRepository {
    /** Keeps the annotation far below the limit of the API. */
    static final int MOST = 2000;

    private static final int ATTEMPTS = 20;

    private final KubernetesClient management;
    private final String fieldManager;

    /** @param management connected to the management cluster */
    public AccessCheckRepository(KubernetesClient management, String fieldManager) {
        this.management = management;
        this.fieldManager = fieldManager;
    }

    /**
     * Changes the planned checks; does nothing if they are as requested.
     *
     * @throws ButlerException with NOT_FOUND if the TenantCluster does not exist, or with CONFLICT if other processes kept changing it
     */
    public void change(ObjectName cluster, UnaryOperator<AccessCheckTimes> change) {
        for (int attempt = 1; ; attempt++) {
            try {
                changeOnce(cluster, change);
                return;
            } catch (RuntimeException e) {
                if (!KubeErrorMapper.isConflict(e) || attempt == ATTEMPTS) {
                    throw KubeErrorMapper.translate("planning the end of grants on TenantCluster " + cluster, e);
                }
            }
        }
    }

    private void changeOnce(ObjectName name, UnaryOperator<AccessCheckTimes> change) {
        TenantCluster cluster = get(name);
        AccessCheckTimes before = AccessCheckTimes.of(cluster);
        AccessCheckTimes after = change.apply(before);
        if (after.times().size() > MOST) {
            throw new ButlerException(
                    ErrorCode.CONFLICT,
                    "TenantCluster %s has %d temporary grants with different ends, more than the controllers track."
                            .formatted(name, MOST),
                    "Wait until some have expired.");
        }
        if (!after.equals(before)) {
            resource(name)
                    .patch(
                            new PatchContext.Builder()
                                    .withPatchType(PatchType.JSON_MERGE)
                                    .withFieldManager(fieldManager)
                                    .build(),
                            management.getKubernetesSerialization().asJson(patch(cluster, after)));
        }
    }

    private static Map<String, Object> patch(TenantCluster cluster, AccessCheckTimes checks) {
        Map<String, Object> annotations = new HashMap<>();
        annotations.put(Annotations.ACCESS_CHECKS, checks.annotation().orElse(null));
        return Map.of(
                "metadata",
                Map.of(
                        "uid",
                        cluster.getMetadata().getUid(),
                        "resourceVersion",
                        cluster.getMetadata().getResourceVersion(),
                        "annotations",
                        annotations));
    }

    /**
     * Reads the TenantCluster from the server.
     *
     * @throws ButlerException with NOT_FOUND if it does not exist
     */
    public TenantCluster get(ObjectName name) {
        return Optional.ofNullable(KubeErrorMapper.translating(
                        "reading TenantCluster " + name, () -> resource(name).get()))
                .orElseThrow(
                        () -> new ButlerException(ErrorCode.NOT_FOUND, "TenantCluster %s not found.".formatted(name)));
    }

    private Resource<TenantCluster> resource(ObjectName name) {
        return management
                .resources(TenantCluster.class)
                .inNamespace(name.namespace().orElseThrow())
                .withName(name.name());
    }
}
