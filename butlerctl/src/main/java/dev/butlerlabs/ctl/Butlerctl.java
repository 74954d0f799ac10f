package dev.butlerlabs.ctl;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommandRegistry;
import dev.butlerlabs.core.cli.CompleteCommand;
import dev.butlerlabs.core.cli.CompletionCommand;
import dev.butlerlabs.core.cli.DocsCommand;
import dev.butlerlabs.core.cli.ExplainCommand;
import dev.butlerlabs.core.cli.HelpCommand;
import dev.butlerlabs.core.cli.RootCommand;
import dev.butlerlabs.core.cli.ToolRunner;
import dev.butlerlabs.core.cli.VersionCommand;
import dev.butlerlabs.core.cli.context.ContextCommand;
import dev.butlerlabs.ctl.access.AccessCommand;
import dev.butlerlabs.ctl.addon.TenantAddonCommand;
import dev.butlerlabs.ctl.backup.ClusterBackupCommand;
import dev.butlerlabs.ctl.backup.ClusterRestoreCommand;
import dev.butlerlabs.ctl.cluster.ClusterCommand;
import dev.butlerlabs.ctl.cluster.TeamConnectionOptions;
import dev.butlerlabs.ctl.cluster.WaitForCommand;
import dev.butlerlabs.ctl.doctor.UserDoctorCommand;
import dev.butlerlabs.ctl.gitops.TenantGitOpsCommand;
import dev.butlerlabs.ctl.login.CredentialCommand;
import dev.butlerlabs.ctl.login.LoginCommand;
import dev.butlerlabs.ctl.login.LogoutCommand;
import dev.butlerlabs.ctl.team.CanICommand;
import dev.butlerlabs.ctl.team.QuotaCommand;
import dev.butlerlabs.ctl.team.TeamSelectionCommand;
import dev.butlerlabs.ctl.team.WhoamiCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Entry point of {@code butlerctl}, the command line for platform users. */
@Command(
        name = "butlerctl",
        description = {
            "Create and manage tenant clusters on a Butler platform.",
            "All options but --version are accepted before and after the command; the last value wins."
        },
        footer = {
            "  butlerctl cluster create demo --workers 3 --wait",
            "  butlerctl cluster list",
            "  butlerctl completion bash",
            "  butlerctl explain BTL-0301"
        })
public final class Butlerctl extends RootCommand {
    @SuppressWarnings("unused") // documents the options; moved to the command before the arguments are parsed
    @Mixin
    private TeamConnectionOptions connection = new TeamConnectionOptions();

    private Butlerctl(CommandContext session) {
        super(session);
    }

    public static void main(String[] arguments) {
        ToolRunner.main(arguments, Butlerctl::commands);
    }

    /** Returns the command tree; commands are instantiated on demand. */
    public static CommandRegistry commands(CommandContext session) {
        return new CommandRegistry(() -> new Butlerctl(session))
                .with(
                        "cluster",
                        ClusterCommand.commands(session)
                                .with("backup", () -> new ClusterBackupCommand(session))
                                .with("restore", () -> new ClusterRestoreCommand(session))
                                .with("gitops", TenantGitOpsCommand.commands(session)),
                        "clusters",
                        "tc")
                .with("addon", TenantAddonCommand.commands(session), "addons", "ta")
                .with("access", AccessCommand.commands(session))
                .with("team", TeamSelectionCommand.commands(session), "teams", "tm")
                .with("wait", () -> new WaitForCommand(session))
                .with("quota", () -> new QuotaCommand(session))
                .with("login", () -> new LoginCommand(session))
                .with("logout", () -> new LogoutCommand(session))
                .with("credential", () -> new CredentialCommand(session))
                .with("whoami", () -> new WhoamiCommand(session))
                .with("can-i", () -> new CanICommand(session))
                .with("context", ContextCommand.commands(session))
                .with("doctor", () -> new UserDoctorCommand(session))
                .with("version", () -> new VersionCommand(session))
                .with("explain", () -> new ExplainCommand(session))
                .with("help", () -> new HelpCommand(session))
                .with("completion", () -> new CompletionCommand(session))
                .with("__complete", () -> new CompleteCommand(session))
                .with("docs", () -> new DocsCommand(session));
    }
}
