package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommandGroup;
import dev.butlerlabs.core.cli.CommandRegistry;
import picocli.CommandLine.Command;

/** Group of commands for tenant clusters. */
@Command(
        name = "cluster",
        aliases = {"clusters", "tc"},
        description = "Create and manage tenant clusters.",
        footer = {"  butlerctl cluster create demo --workers 3 --wait", "  butlerctl cluster list"})
public final class ClusterCommand extends CommandGroup {
    private ClusterCommand(CommandContext session) {
        super(session);
    }

    public static CommandRegistry commands(CommandContext session) {
        return new CommandRegistry(() -> new ClusterCommand(session))
                .with("create", () -> new ClusterCreateCommand(session))
                .with("list", () -> new ClusterListCommand(session))
                .with("get", () -> new ClusterGetCommand(session))
                .with("describe", () -> new ClusterDescribeCommand(session))
                .with("watch", () -> new WatchCommand(session))
                .with("events", () -> new EventsCommand(session))
                .with("nodes", () -> new NodesCommand(session))
                .with("scale", () -> new ScaleCommand(session))
                .with("upgrade", () -> new ClusterUpgradeCommand(session))
                .with("edit", () -> new EditCommand(session))
                .with("diff", () -> new DiffCommand(session))
                .with("export", () -> new ExportCommand(session))
                .with("kubeconfig", () -> new KubeconfigCommand(session))
                .with("pause", () -> new PauseCommand(session))
                .with("resume", () -> new ResumeCommand(session))
                .with("hibernate", () -> new HibernateCommand(session))
                .with("wake", () -> new WakeCommand(session))
                .with("delete", () -> new ClusterDeleteCommand(session));
    }
}
