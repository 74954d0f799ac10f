package dev.butlerlabs.image;

import dev.butlerlabs.core.testing.PreparedPart;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The registry program of {@code scripts/testbench-talosnode}, on a free port of loopback. */
final class TestRegistry implements AutoCloseable {
    private static final Pattern LISTENS = Pattern.compile("listening on (127\\.0\\.0\\.1:\\d+)");

    /** The registry; {@code find} returns the directory of its program. */
    static final PreparedPart PART = new PreparedPart("registry", "BUTLER_REGISTRY", "talosnode-", "docker-registry");

    private final Process process;
    private final String address;

    private TestRegistry(Process process, String address) {
        this.process = process;
        this.address = address;
    }

    static TestRegistry start(Path part, Path directory) throws IOException {
        Path settings =
                Files.writeString(directory.resolve("registry.yml"), """
                version: 0.1
                log: {level: info}
                storage: {filesystem: {rootdirectory: "%s"}}
                http: {addr: "127.0.0.1:0"}
                """.formatted(directory.resolve("registry")));
        Process process = new ProcessBuilder(part.resolve(PART.program()).toString(), "serve", settings.toString())
                .redirectErrorStream(true)
                .start();
        try {
            return new TestRegistry(process, address(process));
        } catch (IOException e) {
            process.destroyForcibly();
            throw e;
        }
    }

    /** Reads the log up to the line with the port; a thread reads the rest, so that the registry never blocks. */
    private static String address(Process process) throws IOException {
        BufferedReader log =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        StringBuilder seen = new StringBuilder();
        for (String line = log.readLine(); line != null; line = log.readLine()) {
            Matcher listens = LISTENS.matcher(line);
            if (listens.find()) {
                Thread.ofPlatform().daemon().start(() -> discard(log));
                return listens.group(1);
            }
            seen.append(line).append('\n');
        }
        throw new IOException("the registry did not start: " + seen);
    }

    private static void discard(Reader log) {
        try {
            log.transferTo(Writer.nullWriter());
        } catch (IOException e) {
            // The registry has stopped.
        }
    }

    String address() {
        return address;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
