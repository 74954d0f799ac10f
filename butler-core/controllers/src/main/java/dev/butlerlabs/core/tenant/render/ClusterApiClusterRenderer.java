package dev.butlerlabs.core.tenant.render;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.TenantClusterSpec.Networking;
import dev.butlerlabs.core.provider.clusterapi.ApiEndpoint;
import dev.butlerlabs.core.provider.clusterapi.BlankTextFilter;
import dev.butlerlabs.core.provider.clusterapi.RenderProblemCollector;
import dev.butlerlabs.core.provider.clusterapi.TenantNames;
import dev.butlerlabs.core.provider.clusterapi.TenantObjectFactory;
import dev.butlerlabs.core.provider.clusterapi.TenantRenderInput;
import dev.butlerlabs.core.provider.clusterapi.UnstructuredFieldMap;
import dev.butlerlabs.core.tenant.change.RolloutSettings;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Renders the Cluster API objects that connect a control plane, an infrastructure and workers. */
final class ClusterApiClusterRenderer {
    static final String API_VERSION = "cluster.x-k8s.io/v1beta1";

    private static final String PODS = "10.244.0.0/16";
    private static final String SERVICES = "10.96.0.0/12";
    private static final int API_PORT = 6443;

    private final TenantRenderInput plan;

    ClusterApiClusterRenderer(TenantRenderInput plan) {
        this.plan = plan;
    }

    GenericKubernetesResource cluster(
            GenericKubernetesResource controlPlane, GenericKubernetesResource infrastructure) {
        Optional<Networking> network = Optional.ofNullable(plan.spec().networking());
        UnstructuredFieldMap spec = UnstructuredFieldMap.of(
                        "clusterNetwork",
                        UnstructuredFieldMap.of(
                                        "apiServerPort",
                                        plan.endpoint().map(ApiEndpoint::port).orElse(API_PORT))
                                .put("pods", range(network.map(Networking::podCIDR), PODS))
                                .put("services", range(network.map(Networking::serviceCIDR), SERVICES)))
                .put("controlPlaneRef", reference(controlPlane))
                .put("infrastructureRef", reference(infrastructure));
        return plan.parts().part(API_VERSION, "Cluster", plan.name(), spec);
    }

    private static UnstructuredFieldMap range(Optional<String> wanted, String usual) {
        return UnstructuredFieldMap.of(
                "cidrBlocks", List.of(wanted.flatMap(BlankTextFilter::given).orElse(usual)));
    }

    GenericKubernetesResource workers(
            GenericKubernetesResource bootstrap,
            GenericKubernetesResource machine,
            Optional<String> failureDomain,
            RenderProblemCollector findings) {
        String name = TenantNames.workers(plan.cluster());
        UnstructuredFieldMap labels = UnstructuredFieldMap.of(TenantObjectFactory.CLUSTER_NAME, plan.name())
                .put(TenantObjectFactory.DEPLOYMENT_NAME, name);
        UnstructuredFieldMap spec = UnstructuredFieldMap.of("clusterName", plan.name())
                .put("replicas", plan.spec().workers().replicas())
                .put("strategy", strategy(findings))
                .put("selector", UnstructuredFieldMap.of("matchLabels", labels))
                .put(
                        "template",
                        UnstructuredFieldMap.of("metadata", UnstructuredFieldMap.of("labels", labels))
                                .put("spec", machineSpec(bootstrap, machine, failureDomain)));
        return plan.parts().part(API_VERSION, "MachineDeployment", name, spec);
    }

    /** Returns the rollout strategy; empty for the default of Cluster API. */
    private Optional<Map<String, Object>> strategy(RenderProblemCollector findings) {
        RolloutSettings settings = RolloutSettings.of(plan.cluster());
        settings.problems(path(Annotations.MAX_SURGE), path(Annotations.MAX_UNAVAILABLE))
                .forEach(problem ->
                        findings.add(problem.path(), "%s: %s.".formatted(problem.sentence(), problem.hint())));
        return settings.isDefault()
                ? Optional.empty()
                : Optional.of(Map.of("type", "RollingUpdate", "rollingUpdate", settings.rollingUpdate()));
    }

    private static String path(String annotation) {
        return "metadata.annotations[%s]".formatted(annotation);
    }

    private UnstructuredFieldMap machineSpec(
            GenericKubernetesResource bootstrap, GenericKubernetesResource machine, Optional<String> failureDomain) {
        return UnstructuredFieldMap.of("clusterName", plan.name())
                .put("version", plan.spec().kubernetesVersion())
                .put("failureDomain", failureDomain)
                .put("bootstrap", UnstructuredFieldMap.of("configRef", reference(bootstrap)))
                .put("infrastructureRef", reference(machine));
    }

    private static UnstructuredFieldMap reference(GenericKubernetesResource object) {
        return UnstructuredFieldMap.of("apiVersion", object.getApiVersion())
                .put("kind", object.getKind())
                .put("name", object.getMetadata().getName())
                .put("namespace", object.getMetadata().getNamespace());
    }
}
