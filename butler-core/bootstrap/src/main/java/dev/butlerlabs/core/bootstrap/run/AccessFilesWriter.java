package dev.butlerlabs.core.bootstrap.run;

import dev.butlerlabs.core.api.BootstrapObjectNames;
import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.api.ClusterBootstrapStatus.Machine;
import dev.butlerlabs.core.api.MachinePortAccess;
import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.api.MachineRequestStatus;
import dev.butlerlabs.core.api.MachineRole;
import dev.butlerlabs.core.bootstrap.state.ClusterDirectory;
import dev.butlerlabs.core.bootstrap.step.BootstrapOptions;
import dev.butlerlabs.core.bootstrap.step.MachineAccessSelector;
import dev.butlerlabs.core.bootstrap.step.MachineAccessSelector.Access;
import dev.butlerlabs.core.bootstrap.step.MachineRoute;
import dev.butlerlabs.core.bootstrap.step.SecretsStep;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.talos.client.TalosconfigEditor;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Optional;

/**
 * Writes the kubeconfig and talosconfig of the new cluster, atomically and readable only by their owner. If machines are only reachable through
 * published ports, the files refer to those; the Secrets in the cluster always refer to the addresses of the machines.
 */
final class AccessFilesWriter {
    private final KubernetesClient client;
    private final ClusterBootstrap bootstrap;
    private final ClusterDirectory folder;
    private final BootstrapOptions options;
    private final List<MachineRoute> controlPlanes;
    private final boolean throughPorts;

    AccessFilesWriter(
            KubernetesClient client,
            ClusterBootstrap bootstrap,
            ClusterDirectory folder,
            MachineAccessSelector access,
            BootstrapOptions options) {
        this.client = client;
        this.bootstrap = bootstrap;
        this.folder = folder;
        this.options = options;
        this.controlPlanes = controlPlanes();
        this.throughPorts =
                access.decide(controlPlanes).filter(Access.PORTS::equals).isPresent();
    }

    private List<MachineRoute> controlPlanes() {
        return bootstrap.getStatus().machines().stream()
                .filter(machine -> machine.role().equals(MachineRole.CONTROL_PLANE.word()))
                .map(machine -> new MachineRoute(machine.ipAddress(), portAccess(machine)))
                .toList();
    }

    private Optional<MachinePortAccess> portAccess(Machine machine) {
        return KubeErrorMapper.translating(
                "reading MachineRequest " + machine.name(),
                () -> Optional.ofNullable(client.resources(MachineRequest.class)
                                .inNamespace(bootstrap.getMetadata().getNamespace())
                                .withName(machine.name())
                                .get())
                        .flatMap(request -> Optional.ofNullable(request.getStatus()))
                        .map(MachineRequestStatus::portAccess));
    }

    void write() {
        folder.write(folder.kubeconfig(), kubeconfig());
        folder.write(folder.talosconfig(), talosconfig());
    }

    Kubeconfig access() {
        return Kubeconfig.parse(kubeconfig(), "the new cluster's kubeconfig");
    }

    private String kubeconfig() {
        String stored = SecretsStep.value(
                secret(BootstrapObjectNames.kubeconfig(folder.cluster())), BootstrapObjectNames.KUBECONFIG_KEY);
        return throughPorts ? throughPort(Kubeconfig.parse(stored, "the new cluster's kubeconfig")) : stored;
    }

    /** Replaces the server with the published port of the first control plane. */
    private String throughPort(Kubeconfig kubeconfig) {
        String server =
                controlPlanes.getFirst().target(options.kubernetesPort()).authority();
        return kubeconfig
                .withServer(kubeconfig.usualContext().orElseThrow(), "https://" + server)
                .toYaml();
    }

    /** Adds the machines to the stored talosconfig, which was generated before they existed. */
    private String talosconfig() {
        String kept = SecretsStep.value(
                secret(BootstrapObjectNames.talosSecrets(folder.cluster())), BootstrapObjectNames.TALOSCONFIG_KEY);
        return new TalosconfigEditor("talosconfig", kept)
                .withMachines(
                        endpoints(),
                        controlPlanes.stream().map(MachineRoute::address).toList());
    }

    private List<String> endpoints() {
        return controlPlanes.stream()
                .map(machine ->
                        throughPorts ? machine.target(options.talosPort()).authority() : machine.address())
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
