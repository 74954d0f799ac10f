package dev.butlerlabs.adm.node;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.resource.RepeatOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists the nodes of the management cluster. */
@Command(
        name = "list",
        aliases = "ls",
        description = {
            "List the nodes and machines of the management cluster.",
            "Reads Kubernetes, the MachineRequests, and the Talos API of each machine. Changes nothing."
        },
        footer = {
            "  butleradm node list",
            "  butleradm node list demo -o wide",
            "  butleradm node list demo --rehearsal"
        })
final class NodeListCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private RepeatOptions repeat = new RepeatOptions();

    @Mixin
    private NodeClusterArguments arguments = new NodeClusterArguments();

    NodeListCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (NodeActions actions = NodeActions.connect(session, arguments.target(session))) {
            repeat.print(
                    session,
                    output.printer(session, common),
                    () -> NodeTable.at(session.clock().instant()),
                    actions::list,
                    () -> {});
        }
    }
}
