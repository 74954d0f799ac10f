package dev.butlerlabs.adm.node;

import dev.butlerlabs.adm.status.ClusterSelection;
import dev.butlerlabs.adm.status.StatusTarget;
import dev.butlerlabs.core.cli.CommandContext;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Arguments of commands for one node. */
final class NodeArguments {
    @Parameters(index = "0", paramLabel = "NODE", description = "Name of the node.")
    private String node;

    @Parameters(
            index = "1",
            paramLabel = "CLUSTER",
            arity = "0..1",
            description =
                    "Name of a cluster that was created on this machine (default: the cluster of the kubeconfig).")
    private Optional<String> cluster = Optional.empty();

    @Mixin
    private ClusterSelection selection = new ClusterSelection();

    String node() {
        return node;
    }

    StatusTarget target(CommandContext session) {
        return selection.target(session, cluster, Optional.empty());
    }
}
