package dev.butlerlabs.core.provider.proxmox;

import dev.butlerlabs.core.provider.clusterapi.ClusterApiProvider;
import dev.butlerlabs.core.provider.clusterapi.WorkerInfrastructure;
import java.util.List;

/** Tenant clusters on Proxmox VE. */
public final class ProxmoxClusterApiProvider implements ClusterApiProvider {
    @Override
    public String infrastructure() {
        return "proxmox";
    }

    @Override
    public List<WorkerInfrastructure> renderers() {
        return List.of(new ProxmoxInfrastructure());
    }
}
