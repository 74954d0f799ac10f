package dev.butlerlabs.core.tenant.render;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.core.api.TenantClusterSpec.ControlPlane;
import dev.butlerlabs.core.api.TenantClusterSpec.Talos;
import dev.butlerlabs.core.provider.clusterapi.Fields;
import dev.butlerlabs.core.provider.clusterapi.TenantPlan;
import dev.butlerlabs.core.provider.clusterapi.Text;
import dev.butlerlabs.core.provider.clusterapi.Worker;
import dev.butlerlabs.core.provider.clusterapi.WorkerInfrastructure;
import java.util.List;
import java.util.Optional;

/** Talos Linux: configured without commands. */
final class TalosSystem implements WorkerSystem {
    static final String TEMPLATE_KIND = "TalosConfigTemplate";

    private static final String USUAL_VERSION = "v1.9.3";
    private static final String USUAL_DISK = "/dev/vda";
    private static final ObjectMapper JSON = new ObjectMapper();
    /** A hosted control plane does not run Talos, so discovery would only find other workers. */
    private static final Fields WITHOUT_DISCOVERY = Fields.of("discovery", Fields.of("enabled", false));

    @Override
    public String apiVersion() {
        return "bootstrap.cluster.x-k8s.io/v1alpha3";
    }

    @Override
    public String templateKind() {
        return TEMPLATE_KIND;
    }

    @Override
    public String cgroupDriver() {
        return "cgroupfs";
    }

    @Override
    public Fields bootstrap(TenantPlan plan, Worker worker, WorkerInfrastructure infrastructure) {
        String version = version(worker);
        return Fields.of("generateType", "worker")
                .put("talosVersion", version.substring(0, version.lastIndexOf('.')))
                .put("hostname", Fields.of("source", "MachineName"))
                .put("strategicPatches", List.of(patch(plan, worker, infrastructure, version)));
    }

    private static String version(Worker worker) {
        return worker.talos().map(Talos::version).flatMap(Text::given).orElse(USUAL_VERSION);
    }

    /** Returns the patch as JSON, which is valid YAML and has one canonical form. */
    private static String patch(TenantPlan plan, Worker worker, WorkerInfrastructure infrastructure, String version) {
        Fields machine = Fields.of(
                        "install",
                        Fields.of(
                                        "disk",
                                        worker.talos()
                                                .map(Talos::installDisk)
                                                .flatMap(Text::given)
                                                .orElse(USUAL_DISK))
                                .put("image", installer(worker, version)))
                .put("time", Fields.of("servers", worker.timeServers()))
                .put("kubelet", kubelet(plan, worker, infrastructure));
        try {
            return JSON.writeValueAsString(Fields.of("machine", machine)
                    .put("cluster", WITHOUT_DISCOVERY)
                    .map());
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("trees of plain values can be serialized", e);
        }
    }

    private static String installer(Worker worker, String version) {
        return worker.talos()
                .map(Talos::installerImage)
                .flatMap(Text::given)
                .or(() -> worker.schematic().map(id -> "factory.talos.dev/installer/%s:%s".formatted(id, version)))
                .orElse("ghcr.io/siderolabs/installer:" + version);
    }

    private static Fields kubelet(TenantPlan plan, Worker worker, WorkerInfrastructure infrastructure) {
        boolean external = infrastructure.hasCloudController()
                && Optional.ofNullable(plan.spec().controlPlane())
                        .map(ControlPlane::externalCloudProvider)
                        .orElse(true);
        return Fields.of("image", "ghcr.io/siderolabs/kubelet:" + worker.kubernetesVersion())
                .put("extraArgs", external ? Fields.of("cloud-provider", "external") : Fields.of());
    }
}
