package dev.butlerlabs.core.tenant.render;

import dev.butlerlabs.core.provider.clusterapi.Fields;
import dev.butlerlabs.core.provider.clusterapi.TenantPlan;
import dev.butlerlabs.core.provider.clusterapi.Worker;
import dev.butlerlabs.core.provider.clusterapi.WorkerInfrastructure;

/** Renders the bootstrap configuration of workers with one operating system. */
interface WorkerSystem {
    /** The API version of the bootstrap template. */
    String apiVersion();

    String templateKind();

    /** Returns the spec in the bootstrap template. */
    Fields bootstrap(TenantPlan plan, Worker worker, WorkerInfrastructure infrastructure);

    /** Returns the cgroup driver of kubelet and the container runtime. */
    default String cgroupDriver() {
        return "systemd";
    }
}
