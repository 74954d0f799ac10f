package dev.butlerlabs.core.tenant.render;

/** Renders the bootstrap configuration of workers with one operating system. */
interface WorkerSystem {
    /** The API version of the bootstrap template. */
    String apiVersion();

    String templateKind();

    /** Returns the spec in the bootstrap template. */
    Fields bootstrap(TenantPlan plan, Worker worker, WorkerInfrastructure infrastructure);

    /** Returns the login user. */
    String user();

    /** Returns whether the bootstrap data is in Ignition format. */
    default boolean isIgnition() {
        return false;
    }

    /** Returns whether it is a general-purpose system with cloud-init and guest agents. */
    default boolean hasCloudInit() {
        return false;
    }

    /** Returns the cgroup driver of kubelet and the container runtime. */
    default String cgroupDriver() {
        return "systemd";
    }
}
