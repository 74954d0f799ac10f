package dev.butlerlabs.core.provider.azure;

import dev.butlerlabs.core.provider.clusterapi.ClusterApiProvider;
import dev.butlerlabs.core.provider.clusterapi.ClusterApiRenderer;
import java.util.List;

/** Tenant clusters on Azure. */
public final class AzureClusterApiProvider implements ClusterApiProvider {
    @Override
    public String infrastructure() {
        return "azure";
    }

    @Override
    public List<ClusterApiRenderer> renderers() {
        return List.of(new AzureClusterApiRenderer());
    }
}
