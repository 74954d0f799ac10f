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
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A running {@code butlerctl login}, whose messages are read while it waits for the browser. */
final class LoginRun {
    private static final Pattern ADDRESS = Pattern.compile("(https?://\\S+\\?\\S+)");

    private final BufferedReader messages;
    private final CompletableFuture<ToolRun> result;
    private final List<String> lines = new ArrayList<>();

    private LoginRun(InputStream messages, CompletableFuture<ToolRun> result) {
        this.messages = new BufferedReader(new InputStreamReader(messages, StandardCharsets.UTF_8));
        this.result = result;
    }

    /** Runs in this process, or as the native program if that is tested. */
    static LoginRun start(Tool tool, String... words) throws IOException {
        return Tool.binaries().isPresent() ? startProcess(tool, words) : startHere(tool, words);
    }

    private static LoginRun startProcess(Tool tool, String... words) throws IOException {
        Process process = tool.start(words);
        return new LoginRun(process.getErrorStream(), CompletableFuture.supplyAsync(() -> {
            String out = process.inputReader(StandardCharsets.UTF_8).lines().collect(Collectors.joining("\n"));
            return new ToolRun(process.onExit().join().exitValue(), out, "");
        }));
    }

    private static LoginRun startHere(Tool tool, String... words) throws IOException {
        PipedInputStream messages = new PipedInputStream(64 * 1024);
        OutputStream err = new PipedOutputStream(messages);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Terminal terminal =
                Terminal.of(InputStream.nullInputStream(), out, err, tool.environment(), tool.interactive());
        CompletableFuture<ToolRun> result = new CompletableFuture<>();
        Thread.ofPlatform().daemon().start(() -> {
            try (err) {
                int code = ToolRunner.run(words, CommandContext.of(terminal, Clock.systemUTC()), tool.commands());
                result.complete(new ToolRun(code, out.toString(StandardCharsets.UTF_8), ""));
            } catch (IOException | RuntimeException e) {
                result.completeExceptionally(e);
            }
        });
        return new LoginRun(messages, result);
    }

    /** Returns the address that the command prints for the browser. */
    URI address() throws IOException {
        for (String line = messages.readLine(); line != null; line = messages.readLine()) {
            lines.add(line);
            Matcher address = ADDRESS.matcher(line);
            if (address.find()) {
                return URI.create(address.group(1));
            }
        }
        throw new IOException("no address: " + lines);
    }

    ToolRun finish() {
        messages.lines().forEach(lines::add);
        ToolRun run = result.join();
        return new ToolRun(run.exitCode(), run.out(), String.join("\n", lines));
    }
}
