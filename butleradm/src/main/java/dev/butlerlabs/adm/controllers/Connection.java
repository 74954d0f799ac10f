package dev.butlerlabs.adm.controllers;

import dev.butlerlabs.adm.management.ClusterOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.Session;
import dev.butlerlabs.core.kube.KubeConnector;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The management cluster: the one a kubeconfig names, or the one this process is a pod of. */
final class Connection {
    private static final Path ACCOUNT = Path.of("/var/run/secrets/kubernetes.io/serviceaccount");

    private Connection() {}

    static KubernetesClient open(Session session, ConnectionOptions connection) {
        return open(session, connection, ACCOUNT);
    }

    /** The same with the account of a pod in a folder of the caller's. */
    static KubernetesClient open(Session session, ConnectionOptions connection, Path account) {
        KubeConnector connector = new KubeConnector("butler-controllers/" + identity());
        Optional<URI> around = connection.kubeconfig().isPresent() ? Optional.empty() : cluster(session, account);
        return around.map(server -> connector.connectInCluster(server, account))
                .orElseGet(() -> connector.connect(
                        connection.kubeconfig(), connection.context(), ClusterOptions.search(session)));
    }

    /** Distinguishes this process in the lease and in the audit log of the API server. */
    static String identity() {
        return ManagementFactory.getRuntimeMXBean().getName();
    }

    private static Optional<URI> cluster(Session session, Path account) {
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
