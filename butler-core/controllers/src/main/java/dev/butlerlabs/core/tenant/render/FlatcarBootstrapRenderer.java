package dev.butlerlabs.core.tenant.render;

import dev.butlerlabs.core.provider.clusterapi.UnstructuredFieldMap;
import dev.butlerlabs.core.provider.clusterapi.WorkerSpec;
import java.util.ArrayList;
import java.util.List;

/** Flatcar Container Linux: includes containerd; Kubernetes is added to its read-only root as a system extension. */
final class FlatcarBootstrapRenderer extends KubeadmBootstrapRenderer {
    @Override
    List<UnstructuredFieldMap> files(WorkerSpec worker) {
        return kernelFiles();
    }

    @Override
    List<String> commands(WorkerSpec worker) {
        String stored = "/opt/extensions/kubernetes-v%s.raw".formatted(worker.kubernetesPlain());
        String origin = "https://extensions.flatcar.org/extensions/kubernetes-v%s-x86-64.raw"
                .formatted(worker.kubernetesPlain());
        List<String> commands = new ArrayList<>(kernelCommands());
        commands.addAll(List.of(
                "mkdir -p /opt/extensions /etc/extensions",
                "test -s %s || (curl -fsSL --retry 5 -o %s.part %s && mv %s.part %s)"
                        .formatted(stored, stored, origin, stored, stored),
                "ln -sf %s /etc/extensions/kubernetes.raw".formatted(stored),
                "systemctl enable systemd-sysext",
                "systemd-sysext refresh",
                "systemctl daemon-reload",
                "systemctl enable --now containerd",
                "systemctl enable --now iscsid",
                "systemctl enable kubelet"));
        return commands;
    }
}
