package dev.butlerlabs.adm.node;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.node.DrainOptions;
import dev.butlerlabs.core.progress.ProgressReporter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Reboots the machine of a node. */
@Command(
        name = "reboot",
        description = {
            "Drain a node, reboot its machine, wait until it is ready and uncordon it.",
            "Rejected if etcd would lose its quorum."
        },
        footer = {"  butleradm node reboot demo-worker-1", "  butleradm node reboot demo-cp-0 --yes --timeout 20m"})
final class NodeRebootCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private NodeChangeOptions options = new NodeChangeOptions();

    NodeRebootCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        options.run(session, common, "reboot", "Reboot the machine of node %s?", "Node %s rebooted.", new Reboot());
    }

    private static final class Reboot implements NodeChangeOptions.Change {
        @Override
        public boolean check(NodeActions actions, String node, DrainOptions drain, ProgressReporter progress) {
            actions.checkReboot(node, drain);
            return false;
        }

        @Override
        public void run(NodeActions actions, String node, DrainOptions drain, ProgressReporter progress) {
            actions.reboot(node, drain, progress);
        }
    }
}
