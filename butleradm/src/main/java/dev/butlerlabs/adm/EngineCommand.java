package dev.butlerlabs.adm;

import dev.butlerlabs.core.cli.CommandGroup;
import dev.butlerlabs.core.cli.Session;
import dev.butlerlabs.core.cli.ToolCommands;
import picocli.CommandLine.Command;

/** Group of commands for the engine, the temporary Kubernetes API that stores custom resources during bootstrap. */
@Command(
        name = "engine",
        description = "Run the temporary Kubernetes API used during bootstrap.",
        footer = "  butleradm engine start --data ~/.butler/engine")
final class EngineCommand extends CommandGroup {
    private EngineCommand(Session session) {
        super(session);
    }

    static ToolCommands commands(Session session) {
        return new ToolCommands(() -> new EngineCommand(session)).with("start", () -> new EngineStartCommand(session));
    }
}
