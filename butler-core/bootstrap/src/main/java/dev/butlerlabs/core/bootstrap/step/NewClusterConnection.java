package dev.butlerlabs.core.bootstrap.step;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.talos.secrets.ClientFilesGenerator;
import dev.butlerlabs.core.talos.yaml.YamlWriter;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Connects to the new cluster through its control plane machines, since the virtual address or load balancer may be available only later. A
 * connection is cached as long as its machine is reachable. Thread-safe.
 */
final class NewClusterConnection implements AutoCloseable {
    private static final Duration PROBE_LIMIT = Duration.ofSeconds(5);

    private final SecureRandom random;
    private final BootstrapOptions options;
    private final Connector connector;
    private final Map<String, Connection> connections = new HashMap<>();

    NewClusterConnection(SecureRandom random, BootstrapOptions options, Connector connector) {
        this.random = random;
        this.options = options;
        this.connector = connector;
    }

    /** Creates clients for the new cluster. Does not connect yet. */
    @FunctionalInterface
    interface Connector {
        Connection connect(Kubeconfig kubeconfig);

        static Connection overHttp(Kubeconfig kubeconfig) {
            KubernetesClient client = new KubeConnector("butler-bootstrap").connect(kubeconfig);
            return new Connection(client, KubeConnector.impatient(client, PROBE_LIMIT));
        }
    }

    /** Returns a connection that has just been probed, or the reason why there is none. */
    synchronized Answer ask(BootstrapReconcileContext scope) {
        String seen = "no control plane machine has an address";
        for (MachineRoute route : scope.controlPlaneRoutes()) {
            String server = route.target(options.kubernetesPort()).authority();
            Connection connection = connections.computeIfAbsent(
                    scope.resource().getMetadata().getUid() + " " + server, key -> connect(scope, server));
            Optional<String> failure = connection.failure();
            if (failure.isEmpty()) {
                return new Answer(Optional.of(connection.client()), "");
            }
            seen = "%s: %s".formatted(server, failure.get());
        }
        return new Answer(Optional.empty(), seen);
    }

    /**
     * The result of a probe.
     *
     * @param seen why the probe failed
     */
    record Answer(Optional<KubernetesClient> client, String seen) {}

    /** A client for requests, and one with a short timeout for probes. */
    record Connection(KubernetesClient client, KubernetesClient probe) implements AutoCloseable {
        private Optional<String> failure() {
            try {
                KubeErrorMapper.translating("probing the new API server", () -> probe.raw("/readyz"));
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

    private Connection connect(BootstrapReconcileContext scope, String server) {
        Map<String, Object> kubeconfig = new ClientFilesGenerator(random, options.clock())
                .kubeconfig(scope.talos().secrets(), scope.cluster(), "https://" + server);
        return connector.connect(Kubeconfig.parse(YamlWriter.write(kubeconfig), "the new cluster's kubeconfig"));
    }

    @Override
    public synchronized void close() {
        List.copyOf(connections.values()).forEach(Connection::close);
        connections.clear();
    }
}
