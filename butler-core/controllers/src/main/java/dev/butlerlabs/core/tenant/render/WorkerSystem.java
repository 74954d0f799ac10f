package dev.butlerlabs.core.tenant.render;

/** How a machine with one operating system becomes a worker. */
interface WorkerSystem {
    /** The kind of the template that bootstrap data is made from. */
    String apiVersion();

    String templateKind();

    /** The spec of that template's template. */
    Fields bootstrap(TenantPlan plan, Worker worker, WorkerInfrastructure infrastructure);

    /** Who may log in. */
    String user();

    /** Whether bootstrap data is for Ignition. */
    default boolean isIgnition() {
        return false;
    }

    /** Whether it is a general-purpose system, with cloud-init and the agents of infrastructures. */
    default boolean hasCloudInit() {
        return false;
    }

    /** How kubelet and the container runtime share out resources. */
    default String cgroupDriver() {
        return "systemd";
    }
}
