package dev.butlerlabs.core.talos.testing;

import dev.butlerlabs.core.testing.ProjectRoot;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/** The program of {@code scripts/testbench-talos}, which answers as Talos's own library does. */
public record TalosReference(Path program) {
    private static final long PATIENCE_SECONDS = 120;

    /** What came of one question. */
    public record Answer(int exitCode, String out, String err) {}

    /** Skips the test where the program has not been built. */
    public static TalosReference find() {
        Path script = ProjectRoot.find().resolve("scripts/testbench-talos");
        Answer answer = run(List.of("/bin/sh", script.toString(), "--check"));
        Path program = Path.of(answer.out().strip());
        Assumptions.assumeTrue(
                answer.exitCode() == 0 && Files.isExecutable(program),
                "no program with Talos's library; scripts/testbench-talos builds it");
        return new TalosReference(program);
    }

    public Answer ask(String... words) {
        List<String> command = new ArrayList<>(List.of(program.toString()));
        command.addAll(List.of(words));
        return run(command);
    }

    private static Answer run(List<String> command) {
        try {
            Process process = new ProcessBuilder(command).start();
            StringBuilder err = new StringBuilder();
            Thread reader = Thread.ofVirtual().start(() -> err.append(text(process.getErrorStream())));
            String out = text(process.getInputStream());
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IllegalStateException("the program did not end in time");
            }
            reader.join();
            return new Answer(process.exitValue(), out, err.toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static String text(InputStream stream) {
        try (stream) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
