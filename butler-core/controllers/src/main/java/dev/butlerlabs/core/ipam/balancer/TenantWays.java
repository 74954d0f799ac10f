package dev.butlerlabs.core.ipam.balancer;

import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.TenantCluster;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Optional;

/** What those who make tenant clusters know of them. */
public interface TenantWays {
    /** The infrastructure of a cluster, when it can be found. */
    Optional<ProviderConfig> provider(TenantCluster cluster);

    /** A connection to the cluster itself; whoever asked for it closes it. */
    KubernetesClient enter(TenantCluster cluster);
}
