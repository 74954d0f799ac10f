package dev.butlerlabs.core.provider.nutanix;

import dev.butlerlabs.core.provider.clusterapi.ClusterApiProvider;
import dev.butlerlabs.core.provider.clusterapi.ClusterApiRenderer;
import java.util.List;

/** Tenant clusters on Nutanix. */
public final class NutanixClusterApiProvider implements ClusterApiProvider {
    @Override
    public String infrastructure() {
        return "nutanix";
    }

    @Override
    public List<ClusterApiRenderer> renderers() {
        return List.of(new NutanixClusterApiRenderer());
    }
}
