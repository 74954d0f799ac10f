package dev.butlerlabs.core.tenant.render;

import dev.butlerlabs.core.api.ButlerConfigSpec;
import dev.butlerlabs.core.api.ControlPlaneResources;
import dev.butlerlabs.core.api.ControlPlaneResources.Amounts;
import dev.butlerlabs.core.api.ControlPlaneResources.Component;
import dev.butlerlabs.core.api.LocalReference;
import dev.butlerlabs.core.api.TenantClusterSpec.ControlPlane;
import dev.butlerlabs.core.api.TenantClusterSpec.OperatingSystem;
import dev.butlerlabs.core.provider.clusterapi.RenderProblemCollector;
import dev.butlerlabs.core.provider.clusterapi.TenantRenderInput;
import dev.butlerlabs.core.provider.clusterapi.UnstructuredFieldMap;
import dev.butlerlabs.core.provider.clusterapi.WorkerSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Renders the hosted control plane for Steward. */
final class ControlPlaneRenderer {
    static final String API_VERSION = "controlplane.cluster.x-k8s.io/v1alpha1";
    static final String KIND = "StewardControlPlane";

    private static final String USUAL_STORE = "default";
    private static final int TRUSTD_PORT = 50_001;

    private final TenantRenderInput plan;
    private final WorkerSpec worker;
    private final Optional<ControlPlane> wanted;

    ControlPlaneRenderer(TenantRenderInput plan, WorkerSpec worker) {
        this.plan = plan;
        this.worker = worker;
        this.wanted = Optional.ofNullable(plan.spec().controlPlane());
    }

    UnstructuredFieldMap spec(RenderProblemCollector findings) {
        return UnstructuredFieldMap.of("version", plan.spec().kubernetesVersion())
                .put("replicas", wanted.map(ControlPlane::replicas).orElse(1))
                .put("dataStoreName", store())
                .put("addons", addons())
                .put(
                        "kubelet",
                        UnstructuredFieldMap.of(
                                        "cgroupfs",
                                        WorkerBootstrapRendererRegistry.of(worker.system())
                                                .cgroupDriver())
                                .put("preferredAddressTypes", List.of("InternalIP", "ExternalIP", "Hostname")))
                .put("network", new ControlPlaneExposureRenderer(plan).network(findings))
                .put("apiServer", component(ControlPlaneResources::apiServer))
                .put("controllerManager", component(ControlPlaneResources::controllerManager))
                .put("scheduler", component(ControlPlaneResources::scheduler));
    }

    private String store() {
        return wanted.map(ControlPlane::dataStoreRef).map(LocalReference::name).orElse(USUAL_STORE);
    }

    private UnstructuredFieldMap addons() {
        return UnstructuredFieldMap.of("coreDNS", Map.of())
                .put("kubeProxy", Map.of())
                .put("konnectivity", Map.of())
                .put(
                        "workerBootstrap",
                        worker.system() == OperatingSystem.Type.TALOS ? talos() : UnstructuredFieldMap.of());
    }

    /** Talos workers request their certificates from the control plane. */
    private static UnstructuredFieldMap talos() {
        return UnstructuredFieldMap.of("provider", "talos").put("talos", UnstructuredFieldMap.of("port", TRUSTD_PORT));
    }

    /** Returns the resources of one component: those of the cluster, otherwise those of the platform. */
    private UnstructuredFieldMap component(Function<ControlPlaneResources, Component> which) {
        Optional<Component> component = wanted.map(ControlPlane::resources)
                .map(which)
                .or(() -> plan.platform()
                        .map(ButlerConfigSpec::defaultControlPlaneResources)
                        .map(which));
        return UnstructuredFieldMap.of(
                "resources",
                UnstructuredFieldMap.of(
                                "requests", component.map(Component::requests).map(ControlPlaneRenderer::amounts))
                        .put("limits", component.map(Component::limits).map(ControlPlaneRenderer::amounts)));
    }

    private static UnstructuredFieldMap amounts(Amounts amounts) {
        return UnstructuredFieldMap.of("cpu", Optional.ofNullable(amounts.cpu()).map(Quantity::toString))
                .put("memory", Optional.ofNullable(amounts.memory()).map(Quantity::toString));
    }
}
