package dev.butlerlabs.adm;

import dev.butlerlabs.core.cli.CommandGroup;
import dev.butlerlabs.core.cli.Session;
import dev.butlerlabs.core.cli.ToolCommands;
import picocli.CommandLine.Command;

/** Engines: where custom resources live before a management cluster exists. */
@Command(
        name = "engine",
        description = "Run the place where Butler keeps its resources before a cluster exists.",
        footer = "  butleradm engine start --data ~/.butler/engine")
final class EngineCommand extends CommandGroup {
    private EngineCommand(Session session) {
        super(session);
    }

    static ToolCommands commands(Session session) {
        return new ToolCommands(() -> new EngineCommand(session)).with("start", () -> new EngineStartCommand(session));
    }
}
