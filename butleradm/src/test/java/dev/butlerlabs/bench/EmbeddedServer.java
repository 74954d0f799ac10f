package dev.butlerlabs.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.butlerlabs.core.testing.apiserver.ApiServerTarget;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The embedded API, durable on disk, in a Java process of its own. */
final class EmbeddedServer implements AutoCloseable {
    private final Path directory;
    private final Process process;
    private final BufferedReader output;
    private final ApiServerTarget target;
    private final Duration processStart;
    private final Duration serverStart;
    private final double startProcessorMilliseconds;

    private EmbeddedServer(Path directory, String maximumHeap) throws IOException {
        this.directory = directory;
        long start = System.nanoTime();
        this.process = new ProcessBuilder(command(directory, maximumHeap))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        this.output = process.inputReader();
        String[] words = output.readLine().split(" ", 2);
        this.target = target(words[0]);
        this.processStart = Timing.since(start);
        this.startProcessorMilliseconds = Processes.processorMilliseconds(process.toHandle());
        this.serverStart = Duration.ofMillis(Long.parseLong(words[1]));
    }

    static EmbeddedServer start(Path directory, String maximumHeap) {
        try {
            return new EmbeddedServer(directory, maximumHeap);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    static Path newDirectory() {
        return Scratch.open().folder();
    }

    private static List<String> command(Path directory, String maximumHeap) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + maximumHeap,
                "-XX:+UseSerialGC",
                "-Djava.util.logging.config.file=" + silence(directory),
                "-cp",
                System.getProperty("java.class.path"),
                EmbeddedServerMain.class.getName(),
                directory.toString());
    }

    /** Lines about ports and features would only stand between the figures. */
    private static Path silence(Path directory) {
        try {
            return Files.writeString(
                    directory.resolve("logging.properties"),
                    "handlers = java.util.logging.ConsoleHandler\n.level = WARNING\n");
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static ApiServerTarget target(String introduction) throws IOException {
        JsonNode kubeconfig = new YAMLMapper().readTree(Base64.getDecoder().decode(introduction));
        byte[] authority =
                kubeconfig.at("/clusters/0/cluster/certificate-authority-data").binaryValue();
        return new ApiServerTarget(
                "embedded API",
                URI.create(kubeconfig.at("/clusters/0/cluster/server").asText()),
                kubeconfig.at("/users/0/user/token").asText(),
                new String(authority, StandardCharsets.US_ASCII));
    }

    ApiServerTarget target() {
        return target;
    }

    /** From the start of the process until the server says it answers. */
    Duration processStart() {
        return processStart;
    }

    /** The part of it after Java has started. */
    Duration serverStart() {
        return serverStart;
    }

    double startProcessorMilliseconds() {
        return startProcessorMilliseconds;
    }

    double residentMiB() {
        return Processes.residentMiB(process.toHandle());
    }

    double heapMiB() {
        try {
            Writer input = process.outputWriter();
            input.write("heap\n");
            input.flush();
            return Long.parseLong(output.readLine()) / 1048576.0;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Stops the server and leaves its data. */
    @Override
    public void close() {
        try {
            process.outputWriter().close();
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    void removeData() {
        new Scratch(directory).close();
    }
}
