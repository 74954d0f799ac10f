package dev.butlerlabs.adm.management;

import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.Session;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.KubeconfigSearch;
import dev.butlerlabs.core.kube.ObjectName;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Optional;

/** The management cluster a command speaks to, and the objects it means there. */
public final class ClusterOptions {
    private ClusterOptions() {}

    public static KubernetesClient connect(Session session, ConnectionOptions connection) {
        return new KubeConnector("butleradm").connect(connection.kubeconfig(), connection.context(), search(session));
    }

    /** Where kubeconfigs are looked for. */
    public static KubeconfigSearch search(Session session) {
        return KubeconfigSearch.in(session.terminal()::environment);
    }

    public static ObjectName named(ConnectionOptions connection, String name) {
        return new ObjectName(connection.namespace().orElse(Namespaces.SYSTEM), name);
    }

    /** Where to look; nowhere in particular means everywhere. */
    public static Optional<String> namespace(ConnectionOptions connection) {
        return connection.allNamespaces()
                ? Optional.empty()
                : Optional.of(connection.namespace().orElse(Namespaces.SYSTEM));
    }
}
