package dev.butlerlabs.adm.talos;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommandGroup;
import dev.butlerlabs.core.cli.CommandRegistry;
import picocli.CommandLine.Command;

/** Group of commands for Talos machines. */
@Command(
        name = "talos",
        description = "Configure and operate Talos machines without talosctl.",
        footer = {
            "  butleradm talos secrets --output secrets.yaml",
            "  butleradm talos generate --cluster-name a --endpoint https://10.0.0.9:6443"
        })
public final class TalosCommand extends CommandGroup {
    private TalosCommand(CommandContext session) {
        super(session);
    }

    public static CommandRegistry commands(CommandContext session) {
        return new CommandRegistry(() -> new TalosCommand(session))
                .with("secrets", () -> new SecretsCommand(session))
                .with("generate", () -> new GenerateCommand(session))
                .with("patch", () -> new PatchCommand(session))
                .with("validate", () -> new TalosValidateCommand(session))
                .with("schematic", () -> new SchematicCommand(session))
                .with("version", () -> new NodeVersionCommand(session))
                .with("health", () -> new HealthCommand(session))
                .with("services", () -> new ServicesCommand(session))
                .with("logs", () -> new LogsCommand(session))
                .with("snapshot", () -> new SnapshotCommand(session));
    }
}
