package dev.butlerlabs.adm;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommandGroup;
import dev.butlerlabs.core.cli.CommandRegistry;
import picocli.CommandLine.Command;

/** Group of commands for the engine, the temporary Kubernetes API that stores custom resources during bootstrap. */
@Command(
        name = "engine",
        description = "Run the temporary Kubernetes API used during bootstrap.",
        footer = "  butleradm engine start --data ~/.butler/engine")
final class EngineCommand extends CommandGroup {
    private EngineCommand(CommandContext session) {
        super(session);
    }

    static CommandRegistry commands(CommandContext session) {
        return new CommandRegistry(() -> new EngineCommand(session))
                .with("start", () -> new EngineStartCommand(session));
    }
}
