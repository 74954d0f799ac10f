package dev.butlerlabs.adm.talos;

import dev.butlerlabs.core.cli.CommandGroup;
import dev.butlerlabs.core.cli.Session;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Talos without any other tool. */
@Command(
        name = "talos",
        description = "Configure Talos machines and look after running ones; no talosctl is needed.",
        footer = {
            "  butleradm talos secrets --output secrets.yaml",
            "  butleradm talos generate --cluster-name a --endpoint https://10.0.0.9:6443"
        })
public final class TalosCommand extends CommandGroup {
    private TalosCommand(Session session) {
        super(session);
    }

    public static CommandLine commands(Session session) {
        return new CommandLine(new TalosCommand(session))
                .addSubcommand(new SecretsCommand(session))
                .addSubcommand(new GenerateCommand(session))
                .addSubcommand(new PatchCommand(session))
                .addSubcommand(new ValidateCommand(session))
                .addSubcommand(new SchematicCommand(session))
                .addSubcommand(new NodeVersionCommand(session))
                .addSubcommand(new HealthCommand(session))
                .addSubcommand(new ServicesCommand(session))
                .addSubcommand(new LogsCommand(session))
                .addSubcommand(new SnapshotCommand(session));
    }
}
