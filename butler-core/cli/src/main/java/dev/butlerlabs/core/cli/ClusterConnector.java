package dev.butlerlabs.core.cli;

import dev.butlerlabs.core.cli.identity.LoginConnector;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.KubeconfigSearch;
import io.fabric8.kubernetes.client.KubernetesClient;

/** Connects to the cluster selected by the options of a command. */
public final class ClusterConnector {
    private ClusterConnector() {}

    /**
     * Connects to the cluster. The caller closes the client.
     *
     * @param tool name of the tool, for the user agent
     */
    public static KubernetesClient open(String tool, CommandContext session, ConnectionOptions connection) {
        KubeConnector connector = new KubeConnector(tool);
        return new LoginConnector(connector, session)
                .connect(connection)
                .orElseGet(() -> connector.connect(connection.kubeconfig(), connection.context(), search(session)));
    }

    private static KubeconfigSearch search(CommandContext session) {
        return KubeconfigSearch.in(session.terminal()::environment);
    }
}
