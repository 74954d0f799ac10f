package dev.butlerlabs.core.tenant.render;

import dev.butlerlabs.core.api.TenantClusterSpec.Networking;
import dev.butlerlabs.core.provider.clusterapi.Endpoint;
import dev.butlerlabs.core.provider.clusterapi.Fields;
import dev.butlerlabs.core.provider.clusterapi.Parts;
import dev.butlerlabs.core.provider.clusterapi.TenantNames;
import dev.butlerlabs.core.provider.clusterapi.TenantPlan;
import dev.butlerlabs.core.provider.clusterapi.Text;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;
import java.util.Optional;

/** Renders the Cluster API objects that connect a control plane, an infrastructure and workers. */
final class ClusterForm {
    static final String API_VERSION = "cluster.x-k8s.io/v1beta1";

    private static final String PODS = "10.244.0.0/16";
    private static final String SERVICES = "10.96.0.0/12";
    private static final int API_PORT = 6443;

    private final TenantPlan plan;

    ClusterForm(TenantPlan plan) {
        this.plan = plan;
    }

    GenericKubernetesResource cluster(
            GenericKubernetesResource controlPlane, GenericKubernetesResource infrastructure) {
        Optional<Networking> network = Optional.ofNullable(plan.spec().networking());
        Fields spec = Fields.of(
                        "clusterNetwork",
                        Fields.of(
                                        "apiServerPort",
                                        plan.endpoint().map(Endpoint::port).orElse(API_PORT))
                                .put("pods", range(network.map(Networking::podCIDR), PODS))
                                .put("services", range(network.map(Networking::serviceCIDR), SERVICES)))
                .put("controlPlaneRef", reference(controlPlane))
                .put("infrastructureRef", reference(infrastructure));
        return plan.parts().part(API_VERSION, "Cluster", plan.name(), spec);
    }

    private static Fields range(Optional<String> wanted, String usual) {
        return Fields.of("cidrBlocks", List.of(wanted.flatMap(Text::given).orElse(usual)));
    }

    GenericKubernetesResource workers(
            GenericKubernetesResource bootstrap, GenericKubernetesResource machine, Optional<String> failureDomain) {
        String name = TenantNames.workers(plan.cluster());
        Fields labels = Fields.of(Parts.CLUSTER_NAME, plan.name()).put(Parts.DEPLOYMENT_NAME, name);
        Fields spec = Fields.of("clusterName", plan.name())
                .put("replicas", plan.spec().workers().replicas())
                .put("selector", Fields.of("matchLabels", labels))
                .put(
                        "template",
                        Fields.of("metadata", Fields.of("labels", labels))
                                .put("spec", machineSpec(bootstrap, machine, failureDomain)));
        return plan.parts().part(API_VERSION, "MachineDeployment", name, spec);
    }

    private Fields machineSpec(
            GenericKubernetesResource bootstrap, GenericKubernetesResource machine, Optional<String> failureDomain) {
        return Fields.of("clusterName", plan.name())
                .put("version", plan.spec().kubernetesVersion())
                .put("failureDomain", failureDomain)
                .put("bootstrap", Fields.of("configRef", reference(bootstrap)))
                .put("infrastructureRef", reference(machine));
    }

    private static Fields reference(GenericKubernetesResource object) {
        return Fields.of("apiVersion", object.getApiVersion())
                .put("kind", object.getKind())
                .put("name", object.getMetadata().getName())
                .put("namespace", object.getMetadata().getNamespace());
    }
}
