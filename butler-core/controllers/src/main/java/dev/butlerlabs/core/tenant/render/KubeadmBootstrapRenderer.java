package dev.butlerlabs.core.tenant.render;

import dev.butlerlabs.core.api.TenantClusterSpec.ControlPlane;
import dev.butlerlabs.core.provider.clusterapi.ClusterApiRenderer;
import dev.butlerlabs.core.provider.clusterapi.TenantRenderInput;
import dev.butlerlabs.core.provider.clusterapi.UnstructuredFieldMap;
import dev.butlerlabs.core.provider.clusterapi.WorkerSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A system on which kubeadm joins a machine to the cluster. */
abstract class KubeadmBootstrapRenderer implements WorkerBootstrapRenderer {
    @Override
    public final String apiVersion() {
        return "bootstrap.cluster.x-k8s.io/v1beta1";
    }

    @Override
    public final String templateKind() {
        return "KubeadmConfigTemplate";
    }

    @Override
    public final UnstructuredFieldMap bootstrap(
            TenantRenderInput plan, WorkerSpec worker, ClusterApiRenderer infrastructure) {
        return UnstructuredFieldMap.of("format", worker.isIgnition() ? "ignition" : "cloud-config")
                .put(
                        "joinConfiguration",
                        UnstructuredFieldMap.of("nodeRegistration", registration(plan, worker, infrastructure)))
                .put("files", files(worker))
                .put("preKubeadmCommands", commands(worker))
                .put("users", users(worker))
                .put("ntp", clock(worker));
    }

    /** Returns the files that are written before the commands run. */
    abstract List<UnstructuredFieldMap> files(WorkerSpec worker);

    /** Returns the commands that install kubeadm, kubelet and a container runtime in the right version, unless the image has them. */
    abstract List<String> commands(WorkerSpec worker);

    private UnstructuredFieldMap registration(
            TenantRenderInput plan, WorkerSpec worker, ClusterApiRenderer infrastructure) {
        return UnstructuredFieldMap.of("criSocket", "unix:///run/containerd/containerd.sock")
                .put("kubeletExtraArgs", arguments(plan, worker, infrastructure));
    }

    private UnstructuredFieldMap arguments(
            TenantRenderInput plan, WorkerSpec worker, ClusterApiRenderer infrastructure) {
        UnstructuredFieldMap arguments = UnstructuredFieldMap.of("cgroup-driver", cgroupDriver());
        infrastructure
                .bootProviderId()
                .filter(known -> worker.hasCloudInit())
                .ifPresent(id -> arguments.put("provider-id", id));
        boolean wanted = Optional.ofNullable(plan.spec().controlPlane())
                .map(ControlPlane::externalCloudProvider)
                .orElse(true);
        return infrastructure.hasCloudController() && wanted ? arguments.put("cloud-provider", "external") : arguments;
    }

    private List<UnstructuredFieldMap> users(WorkerSpec worker) {
        return worker.sshKey()
                .map(key -> List.of(UnstructuredFieldMap.of("name", worker.loginUser())
                        .put("sudo", "ALL=(ALL) NOPASSWD:ALL")
                        .put("sshAuthorizedKeys", List.of(key))))
                .orElse(List.of());
    }

    private static UnstructuredFieldMap clock(WorkerSpec worker) {
        return worker.timeServers().isEmpty()
                ? UnstructuredFieldMap.of()
                : UnstructuredFieldMap.of("enabled", true).put("servers", worker.timeServers());
    }

    static UnstructuredFieldMap file(String path, String content) {
        return UnstructuredFieldMap.of("path", path)
                .put("owner", "root:root")
                .put("permissions", "0644")
                .put("content", content);
    }

    /** Returns the kernel settings that every node needs. */
    static List<UnstructuredFieldMap> kernelFiles() {
        List<UnstructuredFieldMap> files = new ArrayList<>();
        files.add(file("/etc/modules-load.d/butler.conf", "overlay\nbr_netfilter\n"));
        files.add(file("/etc/sysctl.d/90-butler.conf", """
                net.bridge.bridge-nf-call-iptables = 1
                net.bridge.bridge-nf-call-ip6tables = 1
                net.ipv4.ip_forward = 1
                """));
        return files;
    }

    static List<String> kernelCommands() {
        return List.of("modprobe overlay", "modprobe br_netfilter", "sysctl --system");
    }
}
