package dev.butlerlabs.core.tenant;

/** An API version and kind of the objects that a tenant cluster consists of. */
record TenantResourceType(String apiVersion, String kind) {
    static final TenantResourceType CLUSTER = new TenantResourceType("cluster.x-k8s.io/v1beta1", "Cluster");
    static final TenantResourceType MACHINE_DEPLOYMENT =
            new TenantResourceType("cluster.x-k8s.io/v1beta1", "MachineDeployment");
    static final TenantResourceType MACHINE = new TenantResourceType("cluster.x-k8s.io/v1beta1", "Machine");
    static final TenantResourceType CONTROL_PLANE =
            new TenantResourceType("controlplane.cluster.x-k8s.io/v1alpha1", "StewardControlPlane");
}
