package dev.butlerlabs.core.bootstrap;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.KubeErrors;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.talos.secrets.ClientFiles;
import dev.butlerlabs.core.talos.yaml.YamlWriter;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Connections to the cluster that is being made. It is entered by the control plane machines themselves: the shared address or load
 * balancer may come up only later. A connection is kept for as long as its machine answers.
 */
final class NewCluster implements AutoCloseable {
    private static final Duration PROBE_LIMIT = Duration.ofSeconds(5);

    private final SecureRandom random;
    private final BootstrapOptions options;
    private final Map<String, Connection> connections = new HashMap<>();

    NewCluster(SecureRandom random, BootstrapOptions options) {
        this.random = random;
        this.options = options;
    }

    /** A connection that has just answered; empty with the reason in the log of attempts when none does. */
    synchronized Answer ask(BootstrapScope scope) {
        String seen = "no control plane has an address";
        for (String address : scope.controlPlaneAddresses()) {
            Connection connection = connections.computeIfAbsent(
                    scope.resource().getMetadata().getUid() + " " + address, key -> connect(scope, address));
            Optional<String> failure = connection.failure();
            if (failure.isEmpty()) {
                return new Answer(Optional.of(connection.client()), "");
            }
            seen = "%s:%d: %s".formatted(address, options.kubernetesPort(), failure.get());
        }
        return new Answer(Optional.empty(), seen);
    }

    /**
     * What came of asking.
     *
     * @param seen why there is no connection
     */
    record Answer(Optional<KubernetesClient> client, String seen) {}

    /** One client to work with, and one that gives up soon, to ask whether anybody is there. */
    private record Connection(KubernetesClient client, KubernetesClient probe) implements AutoCloseable {
        private Optional<String> failure() {
            try {
                KubeErrors.translating("asking the new API server", () -> probe.raw("/readyz"));
                return Optional.empty();
            } catch (ButlerException e) {
                return Optional.of(e.getMessage());
            }
        }

        @Override
        public void close() {
            probe.close();
            client.close();
        }
    }

    private Connection connect(BootstrapScope scope, String address) {
        String server = "https://%s:%d".formatted(address, options.kubernetesPort());
        Map<String, Object> kubeconfig = new ClientFiles(random, options.clock())
                .kubeconfig(scope.talos().secrets(), scope.cluster(), server);
        KubernetesClient client = new KubeConnector("butler-bootstrap")
                .connect(Kubeconfig.parse(YamlWriter.write(kubeconfig), "the new cluster's kubeconfig"));
        return new Connection(client, KubeConnector.impatient(client, PROBE_LIMIT));
    }

    @Override
    public synchronized void close() {
        List.copyOf(connections.values()).forEach(Connection::close);
        connections.clear();
    }
}
