package dev.butlerlabs.adm;

import dev.butlerlabs.adm.addon.ManagementAddonCommand;
import dev.butlerlabs.adm.audit.AuditCommand;
import dev.butlerlabs.adm.backup.BackupCommand;
import dev.butlerlabs.adm.backup.RestoreCommand;
import dev.butlerlabs.adm.bootstrap.BootstrapCommand;
import dev.butlerlabs.adm.bootstrap.ConfigCommand;
import dev.butlerlabs.adm.bootstrap.DestroyCommand;
import dev.butlerlabs.adm.bootstrap.OrphansCommand;
import dev.butlerlabs.adm.bootstrap.PreflightCommand;
import dev.butlerlabs.adm.bootstrap.RehearseCommand;
import dev.butlerlabs.adm.bootstrap.TimelineCommand;
import dev.butlerlabs.adm.certs.CertsCommand;
import dev.butlerlabs.adm.console.ConsoleCommand;
import dev.butlerlabs.adm.controllers.ControllersCommand;
import dev.butlerlabs.adm.doctor.DoctorCommand;
import dev.butlerlabs.adm.example.ExamplesCommand;
import dev.butlerlabs.adm.gitops.GitOpsCommand;
import dev.butlerlabs.adm.idp.IdentityProviderCommand;
import dev.butlerlabs.adm.image.ImageCommand;
import dev.butlerlabs.adm.init.InitCommand;
import dev.butlerlabs.adm.node.NodeCommand;
import dev.butlerlabs.adm.policy.PolicyCommand;
import dev.butlerlabs.adm.pool.AllocationCommand;
import dev.butlerlabs.adm.pool.PoolCommand;
import dev.butlerlabs.adm.provider.ProviderCommand;
import dev.butlerlabs.adm.status.StatusCommand;
import dev.butlerlabs.adm.status.SupportBundleCommand;
import dev.butlerlabs.adm.talos.TalosCommand;
import dev.butlerlabs.adm.team.TeamCommand;
import dev.butlerlabs.adm.upgrade.UpgradeCommand;
import dev.butlerlabs.adm.user.UserCommand;
import dev.butlerlabs.adm.versions.VersionsCommand;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommandRegistry;
import dev.butlerlabs.core.cli.CompleteCommand;
import dev.butlerlabs.core.cli.CompletionCommand;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.DocsCommand;
import dev.butlerlabs.core.cli.ExplainCommand;
import dev.butlerlabs.core.cli.HelpCommand;
import dev.butlerlabs.core.cli.RootCommand;
import dev.butlerlabs.core.cli.ToolRunner;
import dev.butlerlabs.core.cli.VersionCommand;
import dev.butlerlabs.core.cli.context.ContextCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Entry point of {@code butleradm}, the command line for platform operators. */
@Command(
        name = "butleradm",
        description = {
            "Create and manage Butler management clusters.",
            "All options but --version are accepted before and after the command; the last value wins."
        },
        footer = {
            "  butleradm rehearse -c bootstrap.yaml",
            "  butleradm bootstrap harvester -c bootstrap.yaml",
            "  butleradm explain BTL-0301"
        })
public final class Butleradm extends RootCommand {
    @SuppressWarnings("unused") // documents the options; moved to the command before the arguments are parsed
    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    private Butleradm(CommandContext session) {
        super(session);
    }

    public static void main(String[] arguments) {
        ToolRunner.main(arguments, Butleradm::commands);
    }

    /** Returns the command tree; commands are instantiated on demand. */
    public static CommandRegistry commands(CommandContext session) {
        return new CommandRegistry(() -> new Butleradm(session))
                .with("init", () -> new InitCommand(session))
                .with("bootstrap", BootstrapCommand.commands(session))
                .with("rehearse", () -> new RehearseCommand(session))
                .with("preflight", () -> new PreflightCommand(session))
                .with("destroy", () -> new DestroyCommand(session))
                .with("orphans", () -> new OrphansCommand(session))
                .with("timeline", () -> new TimelineCommand(session))
                .with("status", () -> new StatusCommand(session))
                .with("support-bundle", () -> new SupportBundleCommand(session))
                .with("node", NodeCommand.commands(session), "nodes")
                .with("certs", CertsCommand.commands(session), "cert")
                .with("upgrade", UpgradeCommand.commands(session))
                .with("backup", BackupCommand.commands(session), "backups")
                .with("restore", () -> new RestoreCommand(session))
                .with("examples", ExamplesCommand.commands(session))
                .with("config", ConfigCommand.commands(session))
                .with("controllers", ControllersCommand.commands(session))
                .with("console", () -> new ConsoleCommand(session))
                .with("provider", ProviderCommand.commands(session), "providers", "pc")
                .with("image", ImageCommand.commands(session), "images", "is")
                .with("addon", ManagementAddonCommand.commands(session), "addons", "ma", "maddon")
                .with("team", TeamCommand.commands(session), "teams", "tm")
                .with("user", UserCommand.commands(session), "users", "usr")
                .with("idp", IdentityProviderCommand.commands(session), "idps")
                .with("policy", PolicyCommand.commands(session), "policies", "ccp")
                .with("audit", () -> new AuditCommand(session))
                .with("gitops", GitOpsCommand.commands(session))
                .with("pool", PoolCommand.commands(session), "pools", "np")
                .with("allocation", AllocationCommand.commands(session), "allocations", "ipa")
                .with("talos", TalosCommand.commands(session))
                .with("engine", EngineCommand.commands(session))
                .with("context", ContextCommand.commands(session))
                .with("doctor", () -> new DoctorCommand(session))
                .with("versions", () -> new VersionsCommand(session))
                .with("version", () -> new VersionCommand(session))
                .with("explain", () -> new ExplainCommand(session))
                .with("help", () -> new HelpCommand(session))
                .with("completion", () -> new CompletionCommand(session))
                .with("__complete", () -> new CompleteCommand(session))
                .with("docs", () -> new DocsCommand(session));
    }
}
