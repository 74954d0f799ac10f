package dev.butlerlabs.core.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs the command {@code docker} on one engine. */
public record DockerCommand(URI engine) {
    private static final long SECONDS = 60;

    /** Runs a command and returns what it prints; fails with its output if it fails. */
    public String run(String... arguments) {
        return run(List.of(arguments));
    }

    public String run(List<String> arguments) {
        List<String> words = new ArrayList<>(List.of("docker"));
        words.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
        builder.environment().put("DOCKER_HOST", engine.toString());
        try {
            Process process = builder.start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            if (!process.waitFor(SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new IllegalStateException("docker %s failed: %s".formatted(arguments.getFirst(), output));
            }
            return output;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
