package dev.butlerlabs.core.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * The real Talos node that {@code scripts/testbench-talosnode} prepares. It is found, never built. Nothing is found with
 * {@code BUTLER_TESTBENCH=off}.
 *
 * @param engine address of the Docker engine of the test bench
 * @param image name of the image on that engine
 * @param registry URL of a registry with the images of Kubernetes and etcd, on this machine; empty if there is none
 * @param kubernetes version of Kubernetes in the registry; empty if there is none
 */
public record TestBenchTalosNode(
        URI engine, String image, Path talosctl, Optional<String> registry, String kubernetes) {
    public static final String ABSENT = "no real Talos node on this machine; scripts/testbench-talosnode prepares it";
    private static final long CHECK_SECONDS = 60;

    public static Optional<TestBenchTalosNode> find() {
        if ("off".equals(System.getenv("BUTLER_TESTBENCH"))) {
            return Optional.empty();
        }
        return check("scripts/testbench-docker")
                .flatMap(engine -> check("scripts/testbench-talosnode")
                        .map(output -> of(URI.create(engine.strip()), variables(output))));
    }

    private static TestBenchTalosNode of(URI engine, Map<String, String> lines) {
        return new TestBenchTalosNode(
                engine,
                lines.get("IMAGE"),
                Path.of(lines.get("TALOSCTL")),
                Optional.ofNullable(lines.get("REGISTRY")),
                lines.getOrDefault("KUBERNETES", ""));
    }

    /** Returns what the script prints; empty if it is not there or its part is not ready. */
    private static Optional<String> check(String path) {
        Path script = ProjectRoot.find().resolve(path);
        if (!Files.isExecutable(script)) {
            return Optional.empty();
        }
        try {
            Process process = new ProcessBuilder(script.toString(), "--check")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            boolean succeeded = process.waitFor(CHECK_SECONDS, TimeUnit.SECONDS) && process.exitValue() == 0;
            return succeeded ? Optional.of(output) : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private static Map<String, String> variables(String output) {
        return output.lines()
                .map(line -> line.split("=", 2))
                .filter(words -> words.length == 2)
                .collect(Collectors.toMap(words -> words[0], words -> words[1]));
    }
}
