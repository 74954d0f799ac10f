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
                .addSubcommand(new WatchCommand(session))
                .addSubcommand(new EventsCommand(session))
                .addSubcommand(new NodesCommand(session))
                .addSubcommand(new ScaleCommand(session))
                .addSubcommand(new UpgradeCommand(session))
                .addSubcommand(new EditCommand(session))
                .addSubcommand(new DiffCommand(session))
                .addSubcommand(new ExportCommand(session))
                .addSubcommand(new KubeconfigCommand(session))
                .addSubcommand(new PauseCommand(session))
                .addSubcommand(new ResumeCommand(session))
                .addSubcommand(new DeleteCommand(session));
    }
}
