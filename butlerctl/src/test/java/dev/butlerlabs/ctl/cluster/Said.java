package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.Terminal;
import dev.butlerlabs.core.cli.ToolRunner;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.testing.TestAwait;
import dev.butlerlabs.ctl.Butlerctl;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A run of the tool in this process whose messages are seen while it goes on. */
final class Said {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    ToolRun run(Path kubeconfig, String... words) {
        List<String> all = new ArrayList<>(List.of("cluster"));
        all.addAll(List.of(words));
        all.addAll(List.of("--kubeconfig", kubeconfig.toString()));
        Terminal terminal = Terminal.of(InputStream.nullInputStream(), out, err, Map.of(), Set.of());
        int exitCode = ToolRunner.run(
                all.toArray(String[]::new), CommandContext.of(terminal, Clock.systemUTC()), Butlerctl::commands);
        return new ToolRun(exitCode, out.toString(StandardCharsets.UTF_8), text());
    }

    String text() {
        return err.toString(StandardCharsets.UTF_8);
    }

    String printed() {
        return out.toString(StandardCharsets.UTF_8);
    }

    /** Returns once these words were said. */
    void await(String words) {
        TestAwait.upTo(LIMIT, "the message '" + words + "'").until(this::text, text -> text.contains(words));
    }
}
