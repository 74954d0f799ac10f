package dev.butlerlabs.adm;

import dev.butlerlabs.adm.addon.AddonCommand;
import dev.butlerlabs.adm.bootstrap.BootstrapCommand;
import dev.butlerlabs.adm.bootstrap.DestroyCommand;
import dev.butlerlabs.adm.bootstrap.OrphansCommand;
import dev.butlerlabs.adm.bootstrap.PreflightCommand;
import dev.butlerlabs.adm.bootstrap.RehearseCommand;
import dev.butlerlabs.adm.bootstrap.TimelineCommand;
import dev.butlerlabs.adm.controllers.ControllersCommand;
import dev.butlerlabs.adm.pool.AllocationCommand;
import dev.butlerlabs.adm.pool.PoolCommand;
import dev.butlerlabs.adm.provider.ProviderCommand;
import dev.butlerlabs.adm.talos.TalosCommand;
import dev.butlerlabs.core.cli.CompletionCommand;
import dev.butlerlabs.core.cli.DocsCommand;
import dev.butlerlabs.core.cli.ExplainCommand;
import dev.butlerlabs.core.cli.RootCommand;
import dev.butlerlabs.core.cli.Session;
import dev.butlerlabs.core.cli.ToolFrame;
import dev.butlerlabs.core.cli.VersionCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The tool of platform operators. */
@Command(
        name = "butleradm",
        description = "Makes and keeps Butler management clusters.",
        footer = {
            "  butleradm rehearse -c bootstrap.yaml",
            "  butleradm bootstrap harvester -c bootstrap.yaml",
            "  butleradm explain BTL-0301"
        })
public final class Butleradm extends RootCommand {
    private Butleradm(Session session) {
        super(session);
    }

    public static void main(String[] arguments) {
        ToolFrame.main(arguments, Butleradm::commands);
    }

    /** The tool with all its commands. */
    public static CommandLine commands(Session session) {
        return new CommandLine(new Butleradm(session))
                .addSubcommand(BootstrapCommand.commands(session))
                .addSubcommand(new RehearseCommand(session))
                .addSubcommand(new PreflightCommand(session))
                .addSubcommand(new DestroyCommand(session))
                .addSubcommand(new OrphansCommand(session))
                .addSubcommand(new TimelineCommand(session))
                .addSubcommand(ControllersCommand.commands(session))
                .addSubcommand(ProviderCommand.commands(session))
                .addSubcommand(AddonCommand.commands(session))
                .addSubcommand(PoolCommand.commands(session))
                .addSubcommand(AllocationCommand.commands(session))
                .addSubcommand(TalosCommand.commands(session))
                .addSubcommand(EngineCommand.commands(session))
                .addSubcommand(new VersionCommand(session))
                .addSubcommand(new ExplainCommand(session))
                .addSubcommand(new CompletionCommand(session))
                .addSubcommand(new DocsCommand(session));
    }
}
