package dev.butlerlabs.operator;

import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.boundary.TenantNamespacePolicy;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.ipam.balancer.TenantClusterConnector;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.tenant.ProviderConfigFinder;
import dev.butlerlabs.core.tenant.change.TenantObjectFinder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Optional;

/** Finds the ProviderConfig of a TenantCluster and connects to the tenant cluster. */
public final class TenantConnectionResolver implements TenantClusterConnector {
    private final ProviderConfigFinder providers;
    private final TenantObjectFinder parts;
    private final TenantNamespacePolicy namespaces;

    public TenantConnectionResolver(KubernetesClient client) {
        this.providers = new ProviderConfigFinder(client);
        this.parts = new TenantObjectFinder(client);
        this.namespaces = new TenantNamespacePolicy(client);
    }

    @Override
    public Optional<ProviderConfig> provider(TenantCluster cluster) {
        return providers.of(cluster);
    }

    @Override
    public KubernetesClient enter(TenantCluster cluster) {
        namespaces.check(cluster).ifPresent(refusal -> {
            throw new ButlerException(ErrorCode.FORBIDDEN, refusal.message());
        });
        return new KubeConnector("butler").connect(parts.kubeconfig(cluster));
    }
}
