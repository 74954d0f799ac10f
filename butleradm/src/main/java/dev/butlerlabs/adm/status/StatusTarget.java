package dev.butlerlabs.adm.status;

import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.status.NextCommands;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The cluster that a command reads.
 *
 * @param name empty if only its kubeconfig is known
 * @param talosconfig empty if it is not known
 * @param commands composes commands for the same cluster
 */
public record StatusTarget(
        Optional<String> name,
        List<Path> kubeconfigs,
        Optional<String> context,
        Optional<Path> talosconfig,
        NextCommands commands) {
    private static final Duration CONNECT = Duration.ofSeconds(5);

    public StatusTarget {
        kubeconfigs = List.copyOf(kubeconfigs);
    }

    /** Returns a client; the caller closes it. Does not connect yet. */
    public KubernetesClient connect(Duration limit) {
        return new KubeConnector("butleradm", CONNECT, limit).connect(kubeconfigs, context);
    }

    /** Returns the kubeconfig for people. */
    public String kubeconfigName() {
        return String.join(", ", kubeconfigs.stream().map(Path::toString).toList());
    }
}
