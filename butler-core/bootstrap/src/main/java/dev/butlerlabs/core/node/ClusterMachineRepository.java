package dev.butlerlabs.core.node;

import dev.butlerlabs.core.api.BootstrapObjectNames;
import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.bootstrap.plan.MachineRequestRenderer;
import dev.butlerlabs.core.bootstrap.step.SecretsStep;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.talos.secrets.SecretsBundle;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.net.URI;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Reads how a management cluster describes itself: its ClusterBootstrap, MachineRequests and Talos secrets. */
public final class ClusterMachineRepository {
    private final KubernetesClient client;

    public ClusterMachineRepository(KubernetesClient client) {
        this.client = client;
    }

    /**
     * Returns the ClusterBootstrap of the cluster.
     *
     * @throws ButlerException if there is none, or several
     */
    public ClusterBootstrap bootstrap() {
        List<ClusterBootstrap> found = KubeErrorMapper.askingForKind(
                client,
                "ClusterBootstraps",
                "listing ClusterBootstraps",
                () -> client.resources(ClusterBootstrap.class)
                        .inAnyNamespace()
                        .list()
                        .getItems());
        if (found.size() == 1) {
            return found.getFirst();
        }
        throw found.isEmpty()
                ? new ButlerException(
                        ErrorCode.NOT_FOUND,
                        "The cluster has no ClusterBootstrap, which describes its machines.",
                        "Select a cluster that butleradm bootstrap created, with --kubeconfig and --context.")
                : new ButlerException(
                        ErrorCode.CONFLICT,
                        "The cluster has several ClusterBootstraps: %s."
                                .formatted(String.join(
                                        ", ",
                                        found.stream()
                                                .map(one -> ObjectName.of(one).toString())
                                                .sorted()
                                                .toList())),
                        "Delete those that do not describe this cluster.");
    }

    /** Returns the MachineRequests of the cluster's own machines, by name. */
    public List<MachineRequest> machines(ClusterBootstrap bootstrap) {
        return KubeErrorMapper.translating(
                        "listing MachineRequests",
                        () -> client.resources(MachineRequest.class)
                                .inNamespace(bootstrap.getMetadata().getNamespace())
                                .withLabels(MachineRequestRenderer.ofCluster(
                                        bootstrap.getSpec().cluster().name()))
                                .list()
                                .getItems())
                .stream()
                .sorted(Comparator.comparing(machine -> machine.getMetadata().getName()))
                .toList();
    }

    /** Returns the talosconfig that was created with the cluster. Contains a private key. */
    public String talosconfig(ClusterBootstrap bootstrap) {
        return secret(
                bootstrap,
                BootstrapObjectNames.talosSecrets(bootstrap.getSpec().cluster().name()),
                BootstrapObjectNames.TALOSCONFIG_KEY);
    }

    /** Returns the secrets of the cluster. They contain the private keys of its CAs. */
    public SecretsBundle secrets(ClusterBootstrap bootstrap) {
        String name =
                BootstrapObjectNames.talosSecrets(bootstrap.getSpec().cluster().name());
        return SecretsBundle.parse("Secret " + name, secret(bootstrap, name, BootstrapObjectNames.SECRETS_KEY));
    }

    /** Returns the administrator kubeconfig that was created with the cluster. Contains a private key. */
    public String kubeconfig(ClusterBootstrap bootstrap) {
        return secret(
                bootstrap,
                BootstrapObjectNames.kubeconfig(bootstrap.getSpec().cluster().name()),
                BootstrapObjectNames.KUBECONFIG_KEY);
    }

    /** Returns the host of the Kubernetes API: the virtual address, the load balancer, or the first machine. */
    public String endpoint(ClusterBootstrap bootstrap) {
        Config access = Config.fromKubeconfig(kubeconfig(bootstrap));
        return URI.create(access.getMasterUrl()).getHost();
    }

    private String secret(ClusterBootstrap bootstrap, String name, String key) {
        Optional<Secret> secret = KubeErrorMapper.translating(
                "reading Secret " + name,
                () -> Optional.ofNullable(client.secrets()
                        .inNamespace(bootstrap.getMetadata().getNamespace())
                        .withName(name)
                        .get()));
        return secret.map(found -> SecretsStep.value(found, key))
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.NOT_FOUND,
                        "Secret %s not found in namespace %s."
                                .formatted(name, bootstrap.getMetadata().getNamespace()),
                        "Restore the Secret from a backup; the machines are not accessible without it."));
    }
}
