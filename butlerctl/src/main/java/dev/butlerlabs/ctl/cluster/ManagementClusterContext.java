package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.cli.ClusterConnector;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.identity.TeamSelection;
import dev.butlerlabs.core.kube.ObjectName;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Optional;

/** Connects to the management cluster and resolves the namespace of a command. */
public final class ManagementClusterContext {
    private ManagementClusterContext() {}

    /** Connects to the cluster that the options or the environment select. The caller closes the client. */
    public static KubernetesClient connect(CommandContext session, ConnectionOptions connection) {
        NameFlagValidator.check("--namespace", connection.namespace());
        NameFlagValidator.check("--team", connection.team());
        return ClusterConnector.open("butlerctl", session, connection);
    }

    /** Returns the full name of an object in the namespace of the command. */
    public static ObjectName named(CommandContext session, ConnectionOptions connection, String name) {
        return new ObjectName(namespace(session, connection), name);
    }

    /** Returns the namespace of the command; {@link TeamSelection} documents the order. */
    public static String namespace(CommandContext session, ConnectionOptions connection) {
        return TeamSelection.of(session).namespace(connection);
    }

    /** Describes where a command lists: {@code namespace "team-a"} or {@code any namespace}. */
    static String scopeText(CommandContext session, ConnectionOptions connection) {
        return scope(session, connection).map("namespace \"%s\""::formatted).orElse("any namespace");
    }

    /** Returns the namespace to list; empty means all namespaces. */
    static Optional<String> scope(CommandContext session, ConnectionOptions connection) {
        return connection.allNamespaces() ? Optional.empty() : Optional.of(namespace(session, connection));
    }
}
