package dev.butlerlabs.adm.node;

import dev.butlerlabs.adm.status.ClusterSelection;
import dev.butlerlabs.adm.status.StatusTarget;
import dev.butlerlabs.core.cli.CommandContext;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Arguments of commands for all nodes of a cluster. */
final class NodeClusterArguments {
    @Parameters(
            paramLabel = "CLUSTER",
            arity = "0..1",
            description =
                    "Name of a cluster that was created on this machine (default: the cluster of the kubeconfig).")
    private Optional<String> cluster = Optional.empty();

    @Mixin
    private ClusterSelection selection = new ClusterSelection();

    StatusTarget target(CommandContext session) {
        return selection.target(session, cluster, Optional.empty());
    }
}
