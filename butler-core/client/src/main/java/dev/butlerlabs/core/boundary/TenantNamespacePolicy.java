package dev.butlerlabs.core.boundary;

import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterStatus;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.ObjectName;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Map;
import java.util.Optional;

/**
 * Decides whether the namespace in the status of a TenantCluster belongs to the cluster. Members of a team may write the status of their
 * own objects, so the status alone does not permit the controllers to read Secrets there. Thread-safe.
 */
public final class TenantNamespacePolicy {
    private final KubernetesClient client;

    public TenantNamespacePolicy(KubernetesClient client) {
        this.client = client;
    }

    /**
     * Returns why the namespace is rejected; empty if it is the namespace of the TenantCluster itself or was created for it.
     *
     * @throws dev.butlerlabs.core.error.ButlerException if the namespace cannot be read
     */
    public Optional<PolicyViolation> check(TenantCluster cluster) {
        return Optional.ofNullable(cluster.getStatus())
                .map(TenantClusterStatus::tenantNamespace)
                .filter(name -> !name.equals(cluster.getMetadata().getNamespace()))
                .filter(name -> !isOf(cluster, namespace(name)))
                .map(name -> new PolicyViolation(
                        PolicyViolation.REFERENCE_NOT_PERMITTED,
                        "status.tenantNamespace of TenantCluster %s names namespace \"%s\", which was not created for this cluster."
                                .formatted(ObjectName.from(cluster), name)));
    }

    /** Returns whether a namespace was created for a TenantCluster. */
    public static boolean isOf(TenantCluster cluster, Optional<Namespace> namespace) {
        Map<String, String> labels = namespace
                .flatMap(found -> Optional.ofNullable(found.getMetadata().getLabels()))
                .orElse(Map.of());
        return cluster.getMetadata().getName().equals(labels.get(Labels.SOURCE_NAME))
                && cluster.getMetadata().getNamespace().equals(labels.get(Labels.SOURCE_NAMESPACE));
    }

    private Optional<Namespace> namespace(String name) {
        return KubeErrorMapper.translating(
                "reading Namespace " + name,
                () -> Optional.ofNullable(client.namespaces().withName(name).get()));
    }
}
