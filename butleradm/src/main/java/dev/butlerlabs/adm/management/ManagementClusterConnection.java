package dev.butlerlabs.adm.management;

import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.KubeconfigSearch;
import dev.butlerlabs.core.kube.ObjectName;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Optional;

/** Connects to the management cluster and resolves the namespaces and names of a command. */
public final class ManagementClusterConnection {
    private ManagementClusterConnection() {}

    /** Connects to the cluster that the options or the environment select. The caller closes the client. */
    public static KubernetesClient connect(CommandContext session, ConnectionOptions connection) {
        return new KubeConnector("butleradm").connect(connection.kubeconfig(), connection.context(), search(session));
    }

    /** Returns the search path for kubeconfigs. */
    public static KubeconfigSearch search(CommandContext session) {
        return KubeconfigSearch.in(session.terminal()::environment);
    }

    /** Returns the full name of an object in the given namespace, by default {@code butler-system}. */
    public static ObjectName named(ConnectionOptions connection, String name) {
        return new ObjectName(connection.namespace().orElse(Namespaces.SYSTEM), name);
    }

    /** Describes where a command lists: {@code namespace "butler-system"} or {@code any namespace}. */
    public static String scopeText(ConnectionOptions connection) {
        return namespace(connection).map("namespace \"%s\""::formatted).orElse("any namespace");
    }

    /** Returns the namespace to list; empty means all namespaces. */
    public static Optional<String> namespace(ConnectionOptions connection) {
        return connection.allNamespaces()
                ? Optional.empty()
                : Optional.of(connection.namespace().orElse(Namespaces.SYSTEM));
    }
}
