package dev.butlerlabs.sim.tenant;

import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** A resource type of Cluster API or of hosted control planes, in the version that the simulated controllers use. */
record SimulatedResourceType(String group, String version, String kind) {
    private static final String CORE = "cluster.x-k8s.io";
    private static final String INFRASTRUCTURE = "infrastructure.cluster.x-k8s.io";

    static final SimulatedResourceType CLUSTER = new SimulatedResourceType(CORE, "v1beta2", "Cluster");
    static final SimulatedResourceType MACHINE_DEPLOYMENT =
            new SimulatedResourceType(CORE, "v1beta2", "MachineDeployment");
    static final SimulatedResourceType MACHINE_SET = new SimulatedResourceType(CORE, "v1beta2", "MachineSet");
    static final SimulatedResourceType MACHINE = new SimulatedResourceType(CORE, "v1beta2", "Machine");
    static final SimulatedResourceType CONTROL_PLANE =
            new SimulatedResourceType("controlplane.cluster.x-k8s.io", "v1alpha1", "StewardControlPlane");

    static final List<SimulatedResourceType> INFRASTRUCTURE_CLUSTERS = List.of(
            new SimulatedResourceType(INFRASTRUCTURE, "v1alpha1", "KubevirtCluster"),
            new SimulatedResourceType(INFRASTRUCTURE, "v1beta1", "NutanixCluster"),
            new SimulatedResourceType(INFRASTRUCTURE, "v1alpha1", "ProxmoxCluster"),
            new SimulatedResourceType(INFRASTRUCTURE, "v1beta2", "AWSCluster"),
            new SimulatedResourceType(INFRASTRUCTURE, "v1beta1", "GCPCluster"),
            new SimulatedResourceType(INFRASTRUCTURE, "v1beta1", "AzureCluster"));

    /** Returns a namespaced resource type. */
    static SimulatedResourceType of(String apiVersion, String kind) {
        int slash = apiVersion.indexOf('/');
        return new SimulatedResourceType(apiVersion.substring(0, slash), apiVersion.substring(slash + 1), kind);
    }

    /** Returns the types with a simulated controller. */
    static List<SimulatedResourceType> active() {
        return Stream.concat(
                        Stream.of(CLUSTER, MACHINE_DEPLOYMENT, MACHINE_SET, MACHINE, CONTROL_PLANE),
                        INFRASTRUCTURE_CLUSTERS.stream())
                .toList();
    }

    String apiVersion() {
        return group + "/" + version;
    }

    ResourceDefinitionContext context() {
        return new ResourceDefinitionContext.Builder()
                .withGroup(group)
                .withVersion(version)
                .withKind(kind)
                .withPlural(kind.toLowerCase(Locale.ROOT) + "s")
                .withNamespaced(true)
                .build();
    }
}
