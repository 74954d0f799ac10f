package dev.butlerlabs.core.provider.gcp;

import dev.butlerlabs.core.provider.clusterapi.ClusterApiProvider;
import dev.butlerlabs.core.provider.clusterapi.WorkerInfrastructure;
import java.util.List;

/** Tenant clusters on Google Cloud. */
public final class GcpClusterApiProvider implements ClusterApiProvider {
    @Override
    public String infrastructure() {
        return "gcp";
    }

    @Override
    public List<WorkerInfrastructure> renderers() {
        return List.of(new GcpInfrastructure());
    }
}
