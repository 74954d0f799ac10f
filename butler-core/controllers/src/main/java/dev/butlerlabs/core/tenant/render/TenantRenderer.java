package dev.butlerlabs.core.tenant.render;

import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.provider.clusterapi.ClusterApiProviderRegistry;
import dev.butlerlabs.core.provider.clusterapi.ClusterApiRenderer;
import dev.butlerlabs.core.provider.clusterapi.ClusterApiResourceTypes;
import dev.butlerlabs.core.provider.clusterapi.RenderProblemCollector;
import dev.butlerlabs.core.provider.clusterapi.TenantNames;
import dev.butlerlabs.core.provider.clusterapi.TenantObjectFactory;
import dev.butlerlabs.core.provider.clusterapi.TenantRenderInput;
import dev.butlerlabs.core.provider.clusterapi.UnstructuredFieldMap;
import dev.butlerlabs.core.provider.clusterapi.WorkerSpec;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** Renders a plan into Kubernetes objects. Pure: the same plan gives the same objects. Thread-safe. */
public final class TenantRenderer {
    private static final ClusterApiProviderRegistry PROVIDERS = ClusterApiProviderRegistry.load();

    private final ClusterApiRenderer infrastructure;

    private TenantRenderer(ClusterApiRenderer infrastructure) {
        this.infrastructure = infrastructure;
    }

    /**
     * Returns the renderer of an infrastructure.
     *
     * @param clusterKind the kind of the infrastructure cluster if it already exists; it never changes
     * @param installed returns whether the management cluster serves these kinds
     * @throws dev.butlerlabs.core.error.ButlerException with NOT_OFFERED if the infrastructure does not support tenant clusters
     */
    public static TenantRenderer of(
            ProviderConfig provider, Optional<String> clusterKind, Predicate<ClusterApiResourceTypes> installed) {
        return new TenantRenderer(PROVIDERS.renderer(provider.getSpec().provider(), clusterKind, installed));
    }

    public ClusterApiResourceTypes kinds() {
        return infrastructure.kinds();
    }

    /**
     * Renders the objects.
     *
     * @throws dev.butlerlabs.core.error.ButlerException with every problem of the plan
     */
    public RenderedTenantObjects render(TenantRenderInput plan) {
        RenderProblemCollector findings = new RenderProblemCollector();
        checkName(plan, findings);
        WorkerSpec worker = WorkerSpec.of(plan, findings);
        WorkerBootstrapRendererRegistry.check(worker.system(), findings);
        RenderedTenantObjects objects = objects(plan, worker, findings);
        findings.throwIfAny(plan.name());
        return objects;
    }

    private static void checkName(TenantRenderInput plan, RenderProblemCollector findings) {
        if (plan.name().length() > TenantNames.LONGEST) {
            findings.add(
                    "metadata.name",
                    "The name has %d characters; the maximum is %d."
                            .formatted(plan.name().length(), TenantNames.LONGEST));
        }
    }

    private RenderedTenantObjects objects(TenantRenderInput plan, WorkerSpec worker, RenderProblemCollector findings) {
        ClusterApiClusterRenderer form = new ClusterApiClusterRenderer(plan);
        List<HasMetadata> access = infrastructure.access(plan, findings);
        GenericKubernetesResource home = infrastructureCluster(plan, findings);
        GenericKubernetesResource controlPlane = plan.parts()
                .part(
                        ControlPlaneRenderer.API_VERSION,
                        ControlPlaneRenderer.KIND,
                        plan.name(),
                        new ControlPlaneRenderer(plan, worker).spec(findings));
        GenericKubernetesResource bootstrap = bootstrapTemplate(plan, worker);
        GenericKubernetesResource machine = machineTemplate(plan, worker, findings);
        return new RenderedTenantObjects(
                namespace(plan),
                access,
                home,
                controlPlane,
                form.cluster(controlPlane, home),
                bootstrap,
                machine,
                form.workers(bootstrap, machine, infrastructure.failureDomain(plan), findings));
    }

    private static Namespace namespace(TenantRenderInput plan) {
        Map<String, String> labels = new HashMap<>(plan.parts().labels());
        labels.remove(TenantObjectFactory.CLUSTER_NAME);
        labels.put("pod-security.kubernetes.io/enforce", "baseline");
        return new NamespaceBuilder()
                .withNewMetadata()
                .withName(plan.namespace())
                .withLabels(labels)
                .endMetadata()
                .build();
    }

    private GenericKubernetesResource infrastructureCluster(TenantRenderInput plan, RenderProblemCollector findings) {
        GenericKubernetesResource cluster = plan.parts()
                .part(kinds().apiVersion(), kinds().clusterKind(), plan.name(), infrastructure.cluster(plan, findings));
        Map<String, String> annotations = new HashMap<>(cluster.getMetadata().getAnnotations());
        annotations.putAll(infrastructure.clusterAnnotations());
        cluster.getMetadata().setAnnotations(annotations);
        return cluster;
    }

    private GenericKubernetesResource bootstrapTemplate(TenantRenderInput plan, WorkerSpec worker) {
        WorkerBootstrapRenderer system = WorkerBootstrapRendererRegistry.of(worker.system());
        return template(
                plan, system.apiVersion(), system.templateKind(), system.bootstrap(plan, worker, infrastructure));
    }

    private GenericKubernetesResource machineTemplate(
            TenantRenderInput plan, WorkerSpec worker, RenderProblemCollector findings) {
        return template(
                plan,
                kinds().apiVersion(),
                kinds().machineTemplateKind(),
                infrastructure.machine(plan, worker, findings));
    }

    private static GenericKubernetesResource template(
            TenantRenderInput plan, String apiVersion, String kind, UnstructuredFieldMap content) {
        String name = TenantNames.template(plan.cluster(), ContentHash.of(content));
        return plan.parts()
                .part(
                        apiVersion,
                        kind,
                        name,
                        UnstructuredFieldMap.of("template", UnstructuredFieldMap.of("spec", content)));
    }
}
