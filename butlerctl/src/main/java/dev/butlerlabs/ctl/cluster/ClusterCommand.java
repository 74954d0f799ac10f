package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.cli.CommandGroup;
import dev.butlerlabs.core.cli.Session;
import dev.butlerlabs.core.cli.ToolCommands;
import picocli.CommandLine.Command;

/** Group of commands for tenant clusters. */
@Command(
        name = "cluster",
        description = "Create and manage tenant clusters.",
        footer = {"  butlerctl cluster create demo --workers 3 --wait", "  butlerctl cluster list"})
public final class ClusterCommand extends CommandGroup {
    private ClusterCommand(Session session) {
        super(session);
    }

    public static ToolCommands commands(Session session) {
        return new ToolCommands(() -> new ClusterCommand(session))
                .with("create", () -> new CreateCommand(session))
                .with("list", () -> new ListCommand(session))
                .with("get", () -> new GetCommand(session))
                .with("describe", () -> new DescribeCommand(session))
                .with("watch", () -> new WatchCommand(session))
                .with("events", () -> new EventsCommand(session))
                .with("nodes", () -> new NodesCommand(session))
                .with("scale", () -> new ScaleCommand(session))
                .with("upgrade", () -> new UpgradeCommand(session))
                .with("edit", () -> new EditCommand(session))
                .with("diff", () -> new DiffCommand(session))
                .with("export", () -> new ExportCommand(session))
                .with("kubeconfig", () -> new KubeconfigCommand(session))
                .with("pause", () -> new PauseCommand(session))
                .with("resume", () -> new ResumeCommand(session))
                .with("delete", () -> new DeleteCommand(session));
    }
}
