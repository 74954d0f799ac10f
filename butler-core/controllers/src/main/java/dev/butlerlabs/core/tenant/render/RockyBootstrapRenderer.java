package dev.butlerlabs.core.tenant.render;

import dev.butlerlabs.core.provider.clusterapi.UnstructuredFieldMap;
import dev.butlerlabs.core.provider.clusterapi.WorkerSpec;
import java.util.ArrayList;
import java.util.List;

/** Rocky Linux: installs kubeadm, kubelet and containerd as packages, kubelet and kubeadm in the exact version of the cluster. */
final class RockyBootstrapRenderer extends KubeadmBootstrapRenderer {
    @Override
    List<UnstructuredFieldMap> files(WorkerSpec worker) {
        String repository = "https://pkgs.k8s.io/core:/stable:/v%s/rpm/".formatted(worker.kubernetesMinor());
        List<UnstructuredFieldMap> files = new ArrayList<>(kernelFiles());
        files.add(file("/etc/yum.repos.d/kubernetes.repo", """
                [kubernetes]
                name=Kubernetes
                baseurl=%s
                enabled=1
                gpgcheck=1
                gpgkey=%srepodata/repomd.xml.key
                """.formatted(repository, repository)));
        return files;
    }

    @Override
    List<String> commands(WorkerSpec worker) {
        String version = worker.kubernetesPlain();
        List<String> commands = new ArrayList<>(kernelCommands());
        commands.addAll(List.of(
                "swapoff -a",
                "sed -i '/\\sswap\\s/d' /etc/fstab",
                "setenforce 0 || true",
                "sed -i 's/^SELINUX=enforcing/SELINUX=permissive/' /etc/selinux/config",
                "systemctl disable --now firewalld || true",
                "command -v containerd || (dnf install -y dnf-plugins-core"
                        + " && dnf config-manager --add-repo https://download.docker.com/linux/rhel/docker-ce.repo"
                        + " && dnf install -y containerd.io)",
                "mkdir -p /etc/containerd",
                "containerd config default | sed 's/SystemdCgroup = false/SystemdCgroup = true/' > /etc/containerd/config.toml",
                "systemctl enable containerd",
                "systemctl restart containerd",
                "kubelet --version | grep -qx 'Kubernetes v%s' || dnf install -y kubelet-%s kubeadm-%s kubectl-%s"
                        .formatted(version, version, version, version),
                "dnf install -y iscsi-initiator-utils nfs-utils",
                "systemctl enable --now iscsid",
                "systemctl enable kubelet"));
        return commands;
    }
}
