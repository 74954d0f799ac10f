package dev.butlerlabs.core.cli;

import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.KubeconfigSearch;
import io.fabric8.kubernetes.client.KubernetesClient;

/** The way to the cluster that the options of a command name. */
public final class Connections {
    private Connections() {}

    /**
     * Connects; the caller closes.
     *
     * @param tool who speaks there
     */
    public static KubernetesClient open(String tool, Session session, ConnectionOptions connection) {
        return new KubeConnector(tool).connect(connection.kubeconfig(), connection.context(), search(session));
    }

    private static KubeconfigSearch search(Session session) {
        return KubeconfigSearch.in(session.terminal()::environment);
    }
}
