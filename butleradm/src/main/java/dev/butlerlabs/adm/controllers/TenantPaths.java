package dev.butlerlabs.adm.controllers;

import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.boundary.TenantNamespacePolicy;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.ipam.balancer.TenantWays;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.tenant.ProviderSearch;
import dev.butlerlabs.core.tenant.change.TenantParts;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Optional;

/** Finds the ProviderConfig of a TenantCluster and connects to the tenant cluster. */
final class TenantPaths implements TenantWays {
    private final ProviderSearch providers;
    private final TenantParts parts;
    private final TenantNamespacePolicy namespaces;

    TenantPaths(KubernetesClient client) {
        this.providers = new ProviderSearch(client);
        this.parts = new TenantParts(client);
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
