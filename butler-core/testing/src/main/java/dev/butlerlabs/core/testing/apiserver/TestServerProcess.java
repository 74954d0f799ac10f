package dev.butlerlabs.core.testing.apiserver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A program that runs beside the tests and ends with them, even when the test process is killed. Its output is in the directory, in a file
 * named after the program.
 */
public final class TestServerProcess implements AutoCloseable {

    /** Ends the program as soon as standard input closes, which the kernel sees to when this process dies. */
    private static final String KEEPER = """
            exec 3<&0
            "$@" </dev/null 3<&- &
            child=$!
            { cat <&3 >/dev/null; kill "$child"; } 2>/dev/null &
            wait "$child"
            """;

    private final String name;
    private final Path log;
    private final Process keeper;

    private TestServerProcess(String name, Path log, Process keeper) {
        this.name = name;
        this.log = log;
        this.keeper = keeper;
    }

    public static TestServerProcess start(Path directory, Path program, List<String> arguments) {
        String name = program.getFileName().toString();
        Path log = directory.resolve(name + ".log");
        List<String> command = Stream.concat(
                        Stream.of("sh", "-c", KEEPER, name, program.toString()), arguments.stream())
                .toList();
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        try {
            return new TestServerProcess(name, log, builder.start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Checks that the program is running.
     *
     * @throws IllegalStateException with the last lines of the output if the program has ended
     */
    public void requireAlive() {
        if (!keeper.isAlive()) {
            throw new IllegalStateException(name + " ended with " + keeper.exitValue() + ":\n" + lastWords());
        }
    }

    /** Returns the last lines of the output. */
    public String lastWords() {
        try {
            List<String> lines = Files.readAllLines(log, StandardCharsets.UTF_8);
            return String.join("\n", lines.subList(Math.max(0, lines.size() - 15), lines.size()));
        } catch (IOException e) {
            return "(its log cannot be read: " + e.getMessage() + ")";
        }
    }

    @Override
    public void close() {
        try {
            keeper.getOutputStream().close();
            if (!keeper.waitFor(10, TimeUnit.SECONDS)) {
                keeper.descendants().forEach(ProcessHandle::destroyForcibly);
                keeper.destroyForcibly();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
