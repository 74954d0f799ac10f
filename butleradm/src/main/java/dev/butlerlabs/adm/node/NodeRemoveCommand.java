package dev.butlerlabs.adm.node;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.node.DrainOptions;
import dev.butlerlabs.core.node.NodeOperation;
import dev.butlerlabs.core.progress.ProgressReporter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Removes a node from the management cluster. */
@Command(
        name = "remove",
        description = {
            "Remove a node from the management cluster and delete its machine.",
            "Drains the node and removes its etcd member first; rejected if etcd would lose its quorum.",
            "If interrupted, rerun the command to resume."
        },
        footer = {
            "  butleradm node remove demo-worker-1",
            "  butleradm node remove demo-cp-1 --yes --delete-emptydir-data"
        })
final class NodeRemoveCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private NodeChangeOptions options = new NodeChangeOptions();

    NodeRemoveCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        options.run(
                session,
                common,
                "remove",
                "This removes node %s and deletes its machine with all its data. Continue?",
                "Node %s removed.",
                new Removal());
    }

    private static final class Removal implements NodeChangeOptions.Change {
        @Override
        public boolean check(NodeActions actions, String node, DrainOptions drain, ProgressReporter progress) {
            return actions.checkRemoval(NodeOperation.Type.REMOVE, node, drain, progress);
        }

        @Override
        public void run(NodeActions actions, String node, DrainOptions drain, ProgressReporter progress) {
            actions.remove(node, drain, progress);
        }
    }
}
