package dev.butlerlabs.core.ipam.balancer;

import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.TenantCluster;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Optional;

/** Provides access to tenant clusters and their providers. Implementations must be thread-safe. */
public interface TenantClusterConnector {
    /** Returns the ProviderConfig of a cluster; empty if it cannot be found. */
    Optional<ProviderConfig> provider(TenantCluster cluster);

    /**
     * Connects to the API server of the cluster. The caller closes the client.
     *
     * @throws dev.butlerlabs.core.error.ButlerException if the kubeconfig of the cluster cannot be read
     */
    KubernetesClient enter(TenantCluster cluster);
}
