package dev.butlerlabs.adm.gitops;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommandGroup;
import dev.butlerlabs.core.cli.CommandRegistry;
import picocli.CommandLine.Command;

/** Group of commands for GitOps of the management cluster. */
@Command(
        name = "gitops",
        description = "Manage the platform from a Git repository with Flux.",
        footer = {"  butleradm gitops export --output platform/clusters/production", "  butleradm gitops status"})
public final class GitOpsCommand extends CommandGroup {
    private GitOpsCommand(CommandContext session) {
        super(session);
    }

    public static CommandRegistry commands(CommandContext session) {
        return new CommandRegistry(() -> new GitOpsCommand(session))
                .with("enable", () -> new GitOpsEnableCommand(session))
                .with("status", () -> new GitOpsStatusCommand(session))
                .with("export", () -> new GitOpsExportCommand(session))
                .with("disable", () -> new GitOpsDisableCommand(session));
    }
}
