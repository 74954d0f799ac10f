package dev.butlerlabs.core.bootstrap.run;

import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.api.ClusterBootstrapStatus.Machine;
import dev.butlerlabs.core.api.MachineRole;
import dev.butlerlabs.core.bootstrap.plan.BootstrapObjectNames;
import dev.butlerlabs.core.bootstrap.state.ClusterDirectory;
import dev.butlerlabs.core.bootstrap.step.SecretsStep;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.talos.yaml.YamlReader;
import dev.butlerlabs.core.talos.yaml.YamlWriter;
import dev.butlerlabs.core.tree.UntypedTree;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Map;

/** Writes the kubeconfig and talosconfig of the new cluster, atomically and readable only by their owner. */
final class AccessFilesWriter {
    private final KubernetesClient client;
    private final ClusterBootstrap bootstrap;
    private final ClusterDirectory folder;

    AccessFilesWriter(KubernetesClient client, ClusterBootstrap bootstrap, ClusterDirectory folder) {
        this.client = client;
        this.bootstrap = bootstrap;
        this.folder = folder;
    }

    void write() {
        folder.write(folder.kubeconfig(), kubeconfig());
        folder.write(folder.talosconfig(), talosconfig());
    }

    Kubeconfig access() {
        return Kubeconfig.parse(kubeconfig(), "the new cluster's kubeconfig");
    }

    private String kubeconfig() {
        return SecretsStep.value(
                secret(BootstrapObjectNames.kubeconfig(folder.cluster())), BootstrapObjectNames.KUBECONFIG_KEY);
    }

    /** Adds the machines to the stored talosconfig, which was generated before they existed. */
    private String talosconfig() {
        String kept = SecretsStep.value(
                secret(BootstrapObjectNames.talosSecrets(folder.cluster())), BootstrapObjectNames.TALOSCONFIG_KEY);
        UntypedTree document =
                UntypedTree.of(YamlReader.documents("talosconfig", kept).getFirst());
        Map<String, Object> contexts = document.at("contexts").copy();
        Map<String, Object> context =
                UntypedTree.of(contexts).entry(folder.cluster()).copy();
        context.put("endpoints", controlPlanes());
        context.put("nodes", controlPlanes());
        contexts.put(folder.cluster(), context);
        Map<String, Object> result = document.copy();
        result.put("contexts", contexts);
        return YamlWriter.write(result);
    }

    private List<String> controlPlanes() {
        return bootstrap.getStatus().machines().stream()
                .filter(machine -> machine.role().equals(MachineRole.CONTROL_PLANE.word()))
                .map(Machine::ipAddress)
                .toList();
    }

    private Secret secret(String name) {
        return KubeErrorMapper.translating(
                "reading Secret " + name,
                () -> client.secrets()
                        .inNamespace(bootstrap.getMetadata().getNamespace())
                        .withName(name)
                        .require());
    }
}
