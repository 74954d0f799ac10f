package dev.butlerlabs.operator;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.KubeconfigSearch;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Connects to the management cluster with a kubeconfig or with the service account of this pod. */
final class ControllersClusterConnection {
    private static final Path ACCOUNT = Path.of("/var/run/secrets/kubernetes.io/serviceaccount");

    private ControllersClusterConnection() {}

    static KubernetesClient open(CommandContext session, ConnectionOptions connection) {
        return open(session, connection, ACCOUNT);
    }

    /** Opens a connection with the service account files in the given directory. */
    static KubernetesClient open(CommandContext session, ConnectionOptions connection, Path account) {
        KubeConnector connector = new KubeConnector("butler-controllers/" + ProcessIdentity.current());
        Optional<URI> around = connection.kubeconfig().isPresent() ? Optional.empty() : cluster(session, account);
        return around.map(server -> connector.connectInCluster(server, account))
                .orElseGet(() -> connector.connect(
                        connection.kubeconfig(),
                        connection.context(),
                        KubeconfigSearch.in(session.terminal()::environment)));
    }

    private static Optional<URI> cluster(CommandContext session, Path account) {
        return session.terminal()
                .environment("KUBERNETES_SERVICE_HOST")
                .filter(host -> Files.isRegularFile(account.resolve("token")))
                .map(host -> host.contains(":") ? "[" + host + "]" : host)
                .map(host -> URI.create("https://%s:%s"
                        .formatted(
                                host,
                                session.terminal()
                                        .environment("KUBERNETES_SERVICE_PORT")
                                        .orElse("443"))));
    }
}
