package dev.butlerlabs.sim.tenant;

import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaPropsBuilder;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The resource types of Cluster API and hosted control planes, with CRDs that accept any content. */
record SimulatedResourceType(String group, String version, String kind, boolean namespaced) {
    private static final String CORE = "cluster.x-k8s.io";
    private static final String INFRASTRUCTURE = "infrastructure.cluster.x-k8s.io";
    private static final String BOOTSTRAP = "bootstrap.cluster.x-k8s.io";

    static final SimulatedResourceType CLUSTER = new SimulatedResourceType(CORE, "v1beta1", "Cluster", true);
    static final SimulatedResourceType MACHINE_DEPLOYMENT =
            new SimulatedResourceType(CORE, "v1beta1", "MachineDeployment", true);
    static final SimulatedResourceType MACHINE = new SimulatedResourceType(CORE, "v1beta1", "Machine", true);
    static final SimulatedResourceType CONTROL_PLANE =
            new SimulatedResourceType("controlplane.cluster.x-k8s.io", "v1alpha1", "StewardControlPlane", true);

    static final List<SimulatedResourceType> INFRASTRUCTURE_CLUSTERS = List.of(
            new SimulatedResourceType(INFRASTRUCTURE, "v1alpha1", "KubevirtCluster", true),
            new SimulatedResourceType(INFRASTRUCTURE, "v1beta1", "NutanixCluster", true),
            new SimulatedResourceType(INFRASTRUCTURE, "v1alpha1", "ProxmoxCluster", true),
            new SimulatedResourceType(INFRASTRUCTURE, "v1beta2", "AWSCluster", true),
            new SimulatedResourceType(INFRASTRUCTURE, "v1beta1", "GCPCluster", true),
            new SimulatedResourceType(INFRASTRUCTURE, "v1beta1", "AzureCluster", true));

    private static final List<SimulatedResourceType> PASSIVE = List.of(
            new SimulatedResourceType(INFRASTRUCTURE, "v1alpha1", "KubevirtMachineTemplate", true),
            new SimulatedResourceType(INFRASTRUCTURE, "v1beta1", "NutanixMachineTemplate", true),
            new SimulatedResourceType(INFRASTRUCTURE, "v1alpha1", "ProxmoxMachineTemplate", true),
            new SimulatedResourceType(INFRASTRUCTURE, "v1beta2", "AWSMachineTemplate", true),
            new SimulatedResourceType(INFRASTRUCTURE, "v1beta2", "AWSClusterStaticIdentity", false),
            new SimulatedResourceType(INFRASTRUCTURE, "v1beta1", "GCPMachineTemplate", true),
            new SimulatedResourceType(INFRASTRUCTURE, "v1beta1", "AzureMachineTemplate", true),
            new SimulatedResourceType(INFRASTRUCTURE, "v1beta1", "AzureClusterIdentity", true),
            new SimulatedResourceType(BOOTSTRAP, "v1beta1", "KubeadmConfigTemplate", true),
            new SimulatedResourceType(BOOTSTRAP, "v1alpha3", "TalosConfigTemplate", true));

    /** Returns the types with a simulated controller. */
    static List<SimulatedResourceType> active() {
        return join(List.of(CLUSTER, MACHINE_DEPLOYMENT, MACHINE, CONTROL_PLANE), INFRASTRUCTURE_CLUSTERS);
    }

    static List<SimulatedResourceType> all() {
        return join(active(), PASSIVE);
    }

    private static List<SimulatedResourceType> join(
            List<SimulatedResourceType> first, List<SimulatedResourceType> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }

    String apiVersion() {
        return group + "/" + version;
    }

    ResourceDefinitionContext context() {
        return new ResourceDefinitionContext.Builder()
                .withGroup(group)
                .withVersion(version)
                .withKind(kind)
                .withPlural(plural())
                .withNamespaced(namespaced)
                .build();
    }

    private String plural() {
        String word = kind.toLowerCase(Locale.ROOT);
        return word.endsWith("y") ? word.substring(0, word.length() - 1) + "ies" : word + "s";
    }

    CustomResourceDefinition definition() {
        return new CustomResourceDefinitionBuilder()
                .withNewMetadata()
                .withName(plural() + "." + group)
                .endMetadata()
                .withNewSpec()
                .withGroup(group)
                .withScope(namespaced ? "Namespaced" : "Cluster")
                .withNewNames()
                .withKind(kind)
                .withPlural(plural())
                .withSingular(kind.toLowerCase(Locale.ROOT))
                .endNames()
                .addNewVersion()
                .withName(version)
                .withServed(true)
                .withStorage(true)
                .withNewSubresources()
                .withNewStatus()
                .endStatus()
                .endSubresources()
                .withNewSchema()
                .withOpenAPIV3Schema(anything())
                .endSchema()
                .endVersion()
                .endSpec()
                .build();
    }

    private static JSONSchemaProps anything() {
        return new JSONSchemaPropsBuilder()
                .withType("object")
                .withXKubernetesPreserveUnknownFields(true)
                .build();
    }
}
