package dev.butlerlabs.sim.aws;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The standalone server of moto, as scripts/testbench-moto prepares it. */
record MotoServer(Process process, URI address) implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final Pattern ADDRESS = Pattern.compile("Running on (http://127\\.0\\.0\\.1:\\d+)");

    /** The Python environment that has it. */
    static Optional<Path> find() {
        String named = System.getenv("BUTLER_MOTO");
        if ("off".equals(named)) {
            return Optional.empty();
        }
        return named != null && Files.isExecutable(Path.of(named, "bin", "python"))
                ? Optional.of(Path.of(named))
                : cached();
    }

    private static Optional<Path> cached() {
        String cache = System.getenv("XDG_CACHE_HOME");
        Path folder = (cache == null || cache.isEmpty()
                        ? Path.of(System.getProperty("user.home"), ".cache")
                        : Path.of(cache))
                .resolve("butler/testbench");
        if (!Files.isDirectory(folder)) {
            return Optional.empty();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().startsWith("moto-"))
                    .filter(file -> Files.isExecutable(file.resolve("bin/python")))
                    .max(Comparator.comparing(Path::toString));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static MotoServer start(Path environment, Path folder) throws IOException, InterruptedException {
        Path output = folder.resolve("moto.txt");
        List<String> words = List.of(
                environment.resolve("bin/python").toString(), "-m", "moto.server", "-H", "127.0.0.1", "-p", "0");
        Process process = new ProcessBuilder(words)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        Instant end = Instant.now().plus(PATIENCE);
        while (process.isAlive() && Instant.now().isBefore(end)) {
            Matcher line = ADDRESS.matcher(Files.readString(output));
            if (line.find()) {
                return new MotoServer(process, URI.create(line.group(1)));
            }
            Thread.sleep(50);
        }
        process.destroyForcibly();
        throw new IOException("moto did not start: " + Files.readString(output));
    }

    /** Forgets everything. */
    void reset() throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(address.resolve("/moto-api/reset"))
                    .timeout(PATIENCE)
                    .POST(HttpRequest.BodyPublishers.noBody())
                    .build();
            client.send(request, HttpResponse.BodyHandlers.discarding());
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
