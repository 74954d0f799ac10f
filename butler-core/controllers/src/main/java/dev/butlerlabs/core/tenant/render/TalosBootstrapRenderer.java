package dev.butlerlabs.core.tenant.render;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.core.api.TenantClusterSpec.ControlPlane;
import dev.butlerlabs.core.api.TenantClusterSpec.Talos;
import dev.butlerlabs.core.provider.clusterapi.BlankTextFilter;
import dev.butlerlabs.core.provider.clusterapi.ClusterApiRenderer;
import dev.butlerlabs.core.provider.clusterapi.TenantRenderInput;
import dev.butlerlabs.core.provider.clusterapi.UnstructuredFieldMap;
import dev.butlerlabs.core.provider.clusterapi.WorkerSpec;
import dev.butlerlabs.core.tenant.image.WorkerImagePlanner;
import java.util.List;
import java.util.Optional;

/** Talos Linux: configured without commands. */
final class TalosBootstrapRenderer implements WorkerBootstrapRenderer {
    static final String TEMPLATE_KIND = "TalosConfigTemplate";

    private static final String USUAL_DISK = "/dev/vda";
    private static final ObjectMapper JSON = new ObjectMapper();
    /** A hosted control plane does not run Talos, so discovery would only find other workers. */
    private static final UnstructuredFieldMap WITHOUT_DISCOVERY =
            UnstructuredFieldMap.of("discovery", UnstructuredFieldMap.of("enabled", false));

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
    public UnstructuredFieldMap bootstrap(
            TenantRenderInput plan, WorkerSpec worker, ClusterApiRenderer infrastructure) {
        String version = version(worker);
        return UnstructuredFieldMap.of("generateType", "worker")
                .put("talosVersion", version.substring(0, version.lastIndexOf('.')))
                .put("hostname", UnstructuredFieldMap.of("source", "MachineName"))
                .put("strategicPatches", List.of(patch(plan, worker, infrastructure, version)));
    }

    private static String version(WorkerSpec worker) {
        return worker.talos()
                .map(Talos::version)
                .flatMap(BlankTextFilter::given)
                .orElse(WorkerImagePlanner.DEFAULT_TALOS_VERSION);
    }

    /** Returns the patch as JSON, which is valid YAML and has one canonical form. */
    private static String patch(
            TenantRenderInput plan, WorkerSpec worker, ClusterApiRenderer infrastructure, String version) {
        UnstructuredFieldMap machine = UnstructuredFieldMap.of(
                        "install",
                        UnstructuredFieldMap.of(
                                        "disk",
                                        worker.talos()
                                                .map(Talos::installDisk)
                                                .flatMap(BlankTextFilter::given)
                                                .orElse(USUAL_DISK))
                                .put("image", installer(worker, version)))
                .put("time", UnstructuredFieldMap.of("servers", worker.timeServers()))
                .put("kubelet", kubelet(plan, worker, infrastructure));
        try {
            return JSON.writeValueAsString(UnstructuredFieldMap.of("machine", machine)
                    .put("cluster", WITHOUT_DISCOVERY)
                    .map());
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("trees of plain values can be serialized", e);
        }
    }

    private static String installer(WorkerSpec worker, String version) {
        return worker.talos()
                .map(Talos::installerImage)
                .flatMap(BlankTextFilter::given)
                .or(() -> worker.schematic().map(id -> "factory.talos.dev/installer/%s:%s".formatted(id, version)))
                .orElse("ghcr.io/siderolabs/installer:" + version);
    }

    private static UnstructuredFieldMap kubelet(
            TenantRenderInput plan, WorkerSpec worker, ClusterApiRenderer infrastructure) {
        boolean external = infrastructure.hasCloudController()
                && Optional.ofNullable(plan.spec().controlPlane())
                        .map(ControlPlane::externalCloudProvider)
                        .orElse(true);
        return UnstructuredFieldMap.of("image", "ghcr.io/siderolabs/kubelet:" + worker.kubernetesVersion())
                .put(
                        "extraArgs",
                        external ? UnstructuredFieldMap.of("cloud-provider", "external") : UnstructuredFieldMap.of());
    }
}
