package dev.butlerlabs.core.tenant;

/** An API version and kind of the objects that a tenant cluster consists of. */
record PartKind(String apiVersion, String kind) {
    static final PartKind CLUSTER = new PartKind("cluster.x-k8s.io/v1beta1", "Cluster");
    static final PartKind MACHINE_DEPLOYMENT = new PartKind("cluster.x-k8s.io/v1beta1", "MachineDeployment");
    static final PartKind MACHINE = new PartKind("cluster.x-k8s.io/v1beta1", "Machine");
    static final PartKind CONTROL_PLANE = new PartKind("controlplane.cluster.x-k8s.io/v1alpha1", "StewardControlPlane");
}
