package dev.butlerlabs.ctl.gitops;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommandGroup;
import dev.butlerlabs.core.cli.CommandRegistry;
import picocli.CommandLine.Command;

/** Group of commands for GitOps of tenant clusters. */
@Command(
        name = "gitops",
        description = "Manage a tenant cluster from a Git repository with Flux.",
        footer = {
            "  butlerctl cluster gitops enable demo --repository https://git.example/d",
            "  butlerctl cluster gitops status demo"
        })
public final class TenantGitOpsCommand extends CommandGroup {
    private TenantGitOpsCommand(CommandContext session) {
        super(session);
    }

    public static CommandRegistry commands(CommandContext session) {
        return new CommandRegistry(() -> new TenantGitOpsCommand(session))
                .with("enable", () -> new TenantGitOpsEnableCommand(session))
                .with("status", () -> new TenantGitOpsStatusCommand(session))
                .with("export", () -> new TenantGitOpsExportCommand(session))
                .with("disable", () -> new TenantGitOpsDisableCommand(session));
    }
}
