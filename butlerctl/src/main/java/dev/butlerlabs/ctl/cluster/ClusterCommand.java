package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.cli.CommandGroup;
import dev.butlerlabs.core.cli.Session;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Tenant clusters. */
@Command(
        name = "cluster",
        description = "Make, show, change and remove tenant clusters.",
        footer = {"  butlerctl cluster create demo --workers 3 --wait", "  butlerctl cluster list"})
public final class ClusterCommand extends CommandGroup {
    private ClusterCommand(Session session) {
        super(session);
    }

    public static CommandLine commands(Session session) {
        return new CommandLine(new ClusterCommand(session))
                .addSubcommand(new CreateCommand(session))
                .addSubcommand(new ListCommand(session))
                .addSubcommand(new GetCommand(session))
                .addSubcommand(new DescribeCommand(session))
                .addSubcommand(new DeleteCommand(session));
    }
}
