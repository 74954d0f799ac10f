package dev.butlerlabs.core.provider.gcp;

import dev.butlerlabs.core.provider.clusterapi.ClusterApiProvider;
import dev.butlerlabs.core.provider.clusterapi.ClusterApiRenderer;
import java.util.List;

/** Tenant clusters on Google Cloud. */
public final class GcpClusterApiProvider implements ClusterApiProvider {
    @Override
    public String infrastructure() {
        return "gcp";
    }

    @Override
    public List<ClusterApiRenderer> renderers() {
        return List.of(new GcpClusterApiRenderer());
    }
}
