package dev.butlerlabs.core.provider.proxmox;

import dev.butlerlabs.core.provider.clusterapi.ClusterApiProvider;
import dev.butlerlabs.core.provider.clusterapi.ClusterApiRenderer;
import java.util.List;

/** Tenant clusters on Proxmox VE. */
public final class ProxmoxClusterApiProvider implements ClusterApiProvider {
    @Override
    public String infrastructure() {
        return "proxmox";
    }

    @Override
    public List<ClusterApiRenderer> renderers() {
        return List.of(new ProxmoxClusterApiRenderer());
    }
}
