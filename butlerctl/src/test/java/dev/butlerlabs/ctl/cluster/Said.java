package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.Terminal;
import dev.butlerlabs.core.cli.ToolRunner;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.ctl.Butlerctl;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A run of the tool in this process whose messages are seen while it goes on. */
final class Said {
    private static final long PATIENCE_MILLIS = 60_000;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final Heard err = new Heard();

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
        synchronized (err) {
            long deadline = System.currentTimeMillis() + PATIENCE_MILLIS;
            while (!text().contains(words)) {
                long left = deadline - System.currentTimeMillis();
                if (left <= 0) {
                    throw new AssertionError("never said '" + words + "' but:\n" + text());
                }
                pause(left);
            }
        }
    }

    private void pause(long millis) {
        try {
            err.wait(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private static final class Heard extends ByteArrayOutputStream {
        @Override
        public synchronized void write(byte[] bytes, int offset, int length) {
            super.write(bytes, offset, length);
            notifyAll();
        }
    }
}
