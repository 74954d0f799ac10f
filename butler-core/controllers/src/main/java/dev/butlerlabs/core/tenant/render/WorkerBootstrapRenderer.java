package dev.butlerlabs.core.tenant.render;

import dev.butlerlabs.core.provider.clusterapi.ClusterApiRenderer;
import dev.butlerlabs.core.provider.clusterapi.TenantRenderInput;
import dev.butlerlabs.core.provider.clusterapi.UnstructuredFieldMap;
import dev.butlerlabs.core.provider.clusterapi.WorkerSpec;

/** Renders the bootstrap configuration of workers with one operating system. */
interface WorkerBootstrapRenderer {
    /** The API version of the bootstrap template. */
    String apiVersion();

    String templateKind();

    /** Returns the spec in the bootstrap template. */
    UnstructuredFieldMap bootstrap(TenantRenderInput plan, WorkerSpec worker, ClusterApiRenderer infrastructure);

    /** Returns the cgroup driver of kubelet and the container runtime. */
    default String cgroupDriver() {
        return "systemd";
    }
}
