package dev.butlerlabs.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The program {@code butler-controllers} in a process of its own, which a benchmark starts, measures and stops. */
final class ControllersProcess implements AutoCloseable {
    private static final Pattern ADDRESS = Pattern.compile("at (http://\\S+?)\\.?$");
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final long PAUSE_MILLIS = 50;

    private final Process process;
    private final HttpClient client = HttpClient.newHttpClient();
    private final URI address;
    private final long startedAt = System.nanoTime();

    /**
     * Starts the controllers and waits until they serve their metrics.
     *
     * @param program the program and its first arguments
     */
    ControllersProcess(List<String> program, Path kubeconfig, Path log) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(program);
        command.addAll(List.of("--kubeconfig", kubeconfig.toString(), "--health-address", "127.0.0.1:0", "--no-color"));
        this.process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        this.address = awaitAddress(log);
    }

    /** Returns the command of the program on Java, with the class path of this process and the heap of the image. */
    static List<String> onJava() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-Xmn16m",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.butlerlabs.operator.ButlerControllers");
    }

    private URI awaitAddress(Path log) throws IOException, InterruptedException {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (System.nanoTime() < end && process.isAlive()) {
            for (String line : Files.readAllLines(log)) {
                Matcher matcher = ADDRESS.matcher(line);
                if (matcher.find()) {
                    return URI.create(matcher.group(1));
                }
            }
            Thread.sleep(PAUSE_MILLIS);
        }
        process.destroyForcibly();
        throw new IllegalStateException("The controllers did not start:\n" + Files.readString(log));
    }

    /** Returns the start of the user agent of this process. */
    String caller() {
        return "butler-controllers/%d@".formatted(process.pid());
    }

    /** Waits until this process reconciles a number of shards. */
    void awaitShards(int count) throws InterruptedException {
        while (new MetricsText(metrics()).value("butler_shards_held") != count) {
            if (System.nanoTime() - startedAt > LIMIT.toNanos()) {
                throw new IllegalStateException(
                        "The controllers do not hold %d shards after %s".formatted(count, LIMIT));
            }
            Thread.sleep(PAUSE_MILLIS);
        }
    }

    String metrics() {
        return get("/metrics");
    }

    boolean isReady() {
        return get("/readyz").startsWith("ok");
    }

    /** Waits until this process leads and its informers have synced. Returns the time since its start. */
    Duration awaitLeader() throws InterruptedException {
        while (new MetricsText(metrics()).value("butler_leading") < 1 || !isReady()) {
            if (System.nanoTime() - startedAt > LIMIT.toNanos()) {
                throw new IllegalStateException("The controllers do not lead after " + LIMIT);
            }
            Thread.sleep(PAUSE_MILLIS);
        }
        return Timing.since(startedAt);
    }

    private String get(String path) {
        try {
            return client.send(HttpRequest.newBuilder(address.resolve(path)).build(), BodyHandlers.ofString())
                    .body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    double processorSeconds() {
        return Processes.processorMilliseconds(process.toHandle()) / 1000;
    }

    double residentMiB() {
        return Processes.residentMiB(process.toHandle());
    }

    double peakMiB() {
        return Processes.peakMiB(process.toHandle());
    }

    @Override
    public void close() {
        client.close();
        process.destroy();
        try {
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
