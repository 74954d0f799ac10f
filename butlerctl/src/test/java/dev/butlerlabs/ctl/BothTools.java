package dev.butlerlabs.ctl;

import dev.butlerlabs.adm.Butleradm;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.Terminal;
import dev.butlerlabs.core.cli.ToolRunner;
import dev.butlerlabs.core.cli.testing.Tool;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine;

/** The tools, for tests that hold for both. */
final class BothTools {
    static final Tool BUTLERADM = Tool.of("butleradm", Butleradm.class, Butleradm::commands);
    static final Tool BUTLERCTL = Tool.of("butlerctl", Butlerctl.class, Butlerctl::commands);
    static final List<Tool> ALL = List.of(BUTLERADM, BUTLERCTL);

    private BothTools() {}

    static List<Tool> all() {
        return ALL;
    }

    /** The command model, with nothing behind its streams. */
    static CommandLine model(Tool tool) {
        Terminal nowhere = Terminal.of(
                InputStream.nullInputStream(),
                OutputStream.nullOutputStream(),
                OutputStream.nullOutputStream(),
                Map.of(),
                Set.of());
        return ToolRunner.dress(tool.commands()
                .apply(CommandContext.of(nowhere, Clock.systemUTC()))
                .all());
    }
}
