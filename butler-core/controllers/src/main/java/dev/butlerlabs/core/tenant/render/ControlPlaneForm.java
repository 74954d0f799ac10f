package dev.butlerlabs.core.tenant.render;

import dev.butlerlabs.core.api.ButlerConfigSpec;
import dev.butlerlabs.core.api.ControlPlaneResources;
import dev.butlerlabs.core.api.ControlPlaneResources.Amounts;
import dev.butlerlabs.core.api.ControlPlaneResources.Component;
import dev.butlerlabs.core.api.LocalReference;
import dev.butlerlabs.core.api.TenantClusterSpec.ControlPlane;
import dev.butlerlabs.core.api.TenantClusterSpec.OperatingSystem;
import dev.butlerlabs.core.provider.clusterapi.Fields;
import dev.butlerlabs.core.provider.clusterapi.Findings;
import dev.butlerlabs.core.provider.clusterapi.TenantPlan;
import dev.butlerlabs.core.provider.clusterapi.Worker;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Renders the hosted control plane for Steward. */
final class ControlPlaneForm {
    static final String API_VERSION = "controlplane.cluster.x-k8s.io/v1alpha1";
    static final String KIND = "StewardControlPlane";

    private static final String USUAL_STORE = "default";
    private static final int TRUSTD_PORT = 50_001;

    private final TenantPlan plan;
    private final Worker worker;
    private final Optional<ControlPlane> wanted;

    ControlPlaneForm(TenantPlan plan, Worker worker) {
        this.plan = plan;
        this.worker = worker;
        this.wanted = Optional.ofNullable(plan.spec().controlPlane());
    }

    Fields spec(Findings findings) {
        return Fields.of("version", plan.spec().kubernetesVersion())
                .put("replicas", wanted.map(ControlPlane::replicas).orElse(1))
                .put("dataStoreName", store())
                .put("addons", addons())
                .put(
                        "kubelet",
                        Fields.of("cgroupfs", WorkerSystems.of(worker.system()).cgroupDriver())
                                .put("preferredAddressTypes", List.of("InternalIP", "ExternalIP", "Hostname")))
                .put("network", new Exposure(plan).network(findings))
                .put("apiServer", component(ControlPlaneResources::apiServer))
                .put("controllerManager", component(ControlPlaneResources::controllerManager))
                .put("scheduler", component(ControlPlaneResources::scheduler));
    }

    private String store() {
        return wanted.map(ControlPlane::dataStoreRef).map(LocalReference::name).orElse(USUAL_STORE);
    }

    private Fields addons() {
        return Fields.of("coreDNS", Map.of())
                .put("kubeProxy", Map.of())
                .put("konnectivity", Map.of())
                .put("workerBootstrap", worker.system() == OperatingSystem.Type.TALOS ? talos() : Fields.of());
    }

    /** Talos workers request their certificates from the control plane. */
    private static Fields talos() {
        return Fields.of("provider", "talos").put("talos", Fields.of("port", TRUSTD_PORT));
    }

    /** Returns the resources of one component: those of the cluster, otherwise those of the platform. */
    private Fields component(Function<ControlPlaneResources, Component> which) {
        Optional<Component> component = wanted.map(ControlPlane::resources)
                .map(which)
                .or(() -> plan.platform()
                        .map(ButlerConfigSpec::defaultControlPlaneResources)
                        .map(which));
        return Fields.of(
                "resources",
                Fields.of("requests", component.map(Component::requests).map(ControlPlaneForm::amounts))
                        .put("limits", component.map(Component::limits).map(ControlPlaneForm::amounts)));
    }

    private static Fields amounts(Amounts amounts) {
        return Fields.of("cpu", Optional.ofNullable(amounts.cpu()).map(Quantity::toString))
                .put("memory", Optional.ofNullable(amounts.memory()).map(Quantity::toString));
    }
}
