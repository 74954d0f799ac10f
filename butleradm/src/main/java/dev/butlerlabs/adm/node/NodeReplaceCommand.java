package dev.butlerlabs.adm.node;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.node.DrainOptions;
import dev.butlerlabs.core.node.NodeOperation;
import dev.butlerlabs.core.progress.ProgressReporter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Replaces the machine of a node. */
@Command(
        name = "replace",
        description = {
            "Replace the machine of a node by a new one with the same name.",
            "Drains the node and removes its etcd member first; rejected if etcd would lose its quorum.",
            "If interrupted, rerun the command to resume."
        },
        footer = {
            "  butleradm node replace demo-worker-1",
            "  butleradm node replace demo-cp-1 --yes --delete-emptydir-data"
        })
final class NodeReplaceCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private NodeChangeOptions options = new NodeChangeOptions();

    NodeReplaceCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        options.run(
                session,
                common,
                "replace",
                "This deletes the machine of node %s with all its data and creates a new one. Continue?",
                "Node %s replaced.",
                new Replacement());
    }

    private static final class Replacement implements NodeChangeOptions.Change {
        @Override
        public boolean check(NodeActions actions, String node, DrainOptions drain, ProgressReporter progress) {
            return actions.checkRemoval(NodeOperation.Type.REPLACE, node, drain, progress);
        }

        @Override
        public void run(NodeActions actions, String node, DrainOptions drain, ProgressReporter progress) {
            actions.replace(node, drain, progress);
        }
    }
}
