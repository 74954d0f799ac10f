package dev.butlerlabs.core.provider.harvester;

import dev.butlerlabs.core.provider.clusterapi.ClusterApiProvider;
import dev.butlerlabs.core.provider.clusterapi.ClusterApiRenderer;
import java.util.List;

/** Tenant clusters on Harvester. */
public final class HarvesterClusterApiProvider implements ClusterApiProvider {
    @Override
    public String infrastructure() {
        return "harvester";
    }

    @Override
    public List<ClusterApiRenderer> renderers() {
        return List.of(new HarvesterClusterApiRenderer(), new KubevirtClusterApiRenderer());
    }
}
