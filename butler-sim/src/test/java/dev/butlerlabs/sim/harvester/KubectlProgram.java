package dev.butlerlabs.sim.harvester;

import dev.butlerlabs.core.testing.PreparedPart;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The real kubectl, as scripts/testbench prepares it or as the machine has it. */
record KubectlProgram(Path file, Path kubeconfig) {
    private static final long SECONDS = 90;

    static Optional<Path> find() {
        Stream<Path> prepared = PreparedPart.KUBERNETES.candidates().map(folder -> folder.resolve("kubectl"));
        Stream<Path> installed = Stream.of(
                        System.getenv().getOrDefault("PATH", "").split(":", -1))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, "kubectl"));
        return Stream.concat(prepared, installed).filter(Files::isExecutable).findFirst();
    }

    /** What it says, on both streams together; one that fails or does not end fails the test. */
    String run(String... arguments) {
        try {
            Path output = Files.createTempFile(kubeconfig.getParent(), "kubectl", ".txt");
            Process process = start(output, arguments);
            if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("kubectl did not end: " + Files.readString(output));
            }
            String text = Files.readString(output, StandardCharsets.UTF_8);
            if (process.exitValue() != 0) {
                throw new AssertionError("kubectl failed: " + text);
            }
            return text;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    Process start(Path output, String... arguments) throws IOException {
        List<String> words = new ArrayList<>(List.of(file.toString(), "--kubeconfig", kubeconfig.toString()));
        words.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().put("HOME", kubeconfig.getParent().toString());
        return builder.start();
    }
}
