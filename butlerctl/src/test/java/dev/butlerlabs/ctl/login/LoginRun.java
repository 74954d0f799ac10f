package dev.butlerlabs.ctl.login;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.Terminal;
import dev.butlerlabs.core.cli.ToolRunner;
import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A running {@code butlerctl login}, whose messages are read while it waits for the browser. */
final class LoginRun {
    private static final Pattern ADDRESS = Pattern.compile("(https?://\\S+\\?\\S+)");
    private static final long PATIENCE_SECONDS = 60;

    /** The lines of standard error; an empty value after the last one. */
    private final BlockingQueue<Optional<String>> messages = new LinkedBlockingQueue<>();

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final AtomicInteger exitCode = new AtomicInteger(-1);
    private final List<String> lines = new ArrayList<>();

    private LoginRun() {}

    /** Runs in this process, or as the native program if that is tested. */
    static LoginRun start(Tool tool, String... words) throws IOException {
        LoginRun run = new LoginRun();
        if (Tool.binaries().isPresent()) {
            Process process = tool.start(words);
            Thread.ofPlatform().daemon().start(() -> run.follow(process));
        } else {
            Thread.ofPlatform().daemon().start(() -> run.here(tool, words));
        }
        return run;
    }

    private void follow(Process process) {
        try (BufferedReader reader = process.errorReader(StandardCharsets.UTF_8)) {
            reader.lines().forEach(line -> messages.add(Optional.of(line)));
            process.getInputStream().transferTo(out);
            exitCode.set(process.onExit().join().exitValue());
        } catch (IOException e) {
            messages.add(Optional.of(e.toString()));
        } finally {
            messages.add(Optional.empty());
        }
    }

    private void here(Tool tool, String... words) {
        Terminal terminal =
                Terminal.of(InputStream.nullInputStream(), out, new Lines(), tool.environment(), tool.interactive());
        try {
            exitCode.set(ToolRunner.run(words, CommandContext.of(terminal, Clock.systemUTC()), tool.commands()));
        } finally {
            messages.add(Optional.empty());
        }
    }

    /** Splits what any thread writes into lines. */
    private final class Lines extends OutputStream {
        private final ByteArrayOutputStream line = new ByteArrayOutputStream();

        @Override
        public synchronized void write(int next) {
            if (next == '\n') {
                messages.add(Optional.of(line.toString(StandardCharsets.UTF_8)));
                line.reset();
            } else {
                line.write(next);
            }
        }
    }

    /** Returns the address that the command prints for the browser. */
    URI address() throws IOException, InterruptedException {
        for (Optional<String> line = next(); line.isPresent(); line = next()) {
            Matcher address = ADDRESS.matcher(line.get());
            if (address.find()) {
                return URI.create(address.group(1));
            }
        }
        throw new IOException("no address: " + lines);
    }

    ToolRun finish() throws IOException, InterruptedException {
        for (Optional<String> line = next(); line.isPresent(); ) {
            line = next();
        }
        return new ToolRun(exitCode.get(), out.toString(StandardCharsets.UTF_8), String.join("\n", lines));
    }

    private Optional<String> next() throws IOException, InterruptedException {
        Optional<String> line = Optional.ofNullable(messages.poll(PATIENCE_SECONDS, TimeUnit.SECONDS))
                .orElseThrow(() -> new IOException("no more messages: " + lines));
        line.ifPresent(lines::add);
        return line;
    }
}
