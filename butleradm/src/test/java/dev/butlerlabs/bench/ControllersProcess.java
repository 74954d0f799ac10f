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
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The program {@code butler-controllers} in a process of its own, which a benchmark starts, measures and stops. */
final class ControllersProcess implements AutoCloseable {
    private static final Pattern ADDRESS = Pattern.compile("at (http://\\S+?)\\.?$");
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(20);
    private static final int LAST_LINES = 15;

    private final Process process;
    private final Path log;
    private final BenchWait wait;
    private final HttpClient client = HttpClient.newHttpClient();
    private final URI address;
    private final long startedAt = System.nanoTime();

    /**
     * Starts the controllers and waits until they serve their metrics.
     *
     * @param program the program and its first arguments
     */
    ControllersProcess(List<String> program, Path kubeconfig, Path log, BenchWait wait)
            throws IOException, InterruptedException {
        this.log = log;
        this.wait = wait;
        List<String> command = new ArrayList<>(program);
        command.addAll(List.of("--kubeconfig", kubeconfig.toString(), "--health-address", "127.0.0.1:0", "--no-color"));
        this.process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        // They do not outlive a benchmark that is stopped.
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
        this.address = awaitAddress();
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

    private URI awaitAddress() throws InterruptedException {
        try {
            wait.until(
                    "controllers started",
                    () -> findAddress().isPresent() || !process.isAlive()
                            ? Optional.empty()
                            : Optional.of("Their log has no address."));
        } finally {
            if (findAddress().isEmpty()) {
                process.destroyForcibly();
            }
        }
        return findAddress()
                .orElseThrow(() -> new BenchWait.TimeoutException("The controllers ended:\n" + lastLines()));
    }

    private Optional<URI> findAddress() {
        return lines().stream()
                .map(ADDRESS::matcher)
                .filter(Matcher::find)
                .map(matcher -> URI.create(matcher.group(1)))
                .findFirst();
    }

    private List<String> lines() {
        try {
            return Files.readAllLines(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the end of the log. */
    String lastLines() {
        List<String> lines = lines();
        return String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
    }

    /** Returns the start of the user agent of this process. */
    String caller() {
        return "butler-controllers/%d@".formatted(process.pid());
    }

    /** Waits until this process reconciles a number of shards. */
    void awaitShards(int count) throws InterruptedException {
        wait.until("controllers hold %d shards".formatted(count), () -> missingShards(count));
    }

    private Optional<String> missingShards(int count) {
        double held = new MetricsText(metrics()).value("butler_shards_held");
        return held == count ? Optional.empty() : Optional.of("They hold %.0f.%n%s".formatted(held, lastLines()));
    }

    String metrics() {
        return get("/metrics");
    }

    boolean isReady() {
        return get("/readyz").startsWith("ok");
    }

    /** Waits until this process leads and its informers have synced. Returns the time since its start. */
    Duration awaitLeader() throws InterruptedException {
        wait.until("controllers lead and their informers have synced", this::notLeading);
        return Timing.since(startedAt);
    }

    private Optional<String> notLeading() {
        boolean leads = new MetricsText(metrics()).value("butler_leading") >= 1;
        return leads && isReady()
                ? Optional.empty()
                : Optional.of("They %s; /readyz: %s%n%s"
                        .formatted(
                                leads ? "lead" : "do not lead", get("/readyz").strip(), lastLines()));
    }

    private String get(String path) {
        try {
            return client.send(
                            HttpRequest.newBuilder(address.resolve(path))
                                    .timeout(ANSWER_LIMIT)
                                    .build(),
                            BodyHandlers.ofString())
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
