package dev.butlerlabs.adm.controllers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.adm.Butleradm;
import dev.butlerlabs.core.cli.testing.Tool;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A process with the controllers, and where it reports its health and metrics. */
record RunningControllers(Process process, URI health, HttpClient http) implements AutoCloseable {
    private static final Tool BUTLERADM = Tool.of("butleradm", Butleradm.class, Butleradm::commands);
    private static final Pattern ADDRESS = Pattern.compile("metrics at (http://\\S+?)\\.?$");

    /** Starts the process, and returns when it serves its metrics. */
    static RunningControllers start(Path kubeconfig, String... options) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                "controllers", "run", "--kubeconfig", kubeconfig.toString(), "--health-address", "127.0.0.1:0"));
        command.addAll(List.of(options));
        Process process = BUTLERADM.start(command.toArray(String[]::new));
        BufferedReader messages = process.errorReader();
        StringBuilder seen = new StringBuilder();
        for (String line = messages.readLine(); line != null; line = messages.readLine()) {
            Matcher address = ADDRESS.matcher(line);
            if (address.find()) {
                Thread.ofVirtual().start(() -> messages.lines().forEach(ignored -> {}));
                return new RunningControllers(process, URI.create(address.group(1)), HttpClient.newHttpClient());
            }
            seen.append(line).append('\n');
        }
        process.destroyForcibly();
        throw new AssertionError("no address among:\n" + seen);
    }

    /** Tries twice: the server may close an idle connection in the moment in which the client reuses it. */
    HttpResponse<String> get(String path) throws Exception {
        try {
            return send(path);
        } catch (IOException closed) {
            return send(path);
        }
    }

    private HttpResponse<String> send(String path) throws Exception {
        return http.send(
                HttpRequest.newBuilder(health.resolve(path))
                        .timeout(Duration.ofSeconds(30))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    boolean isLeading() throws Exception {
        List<String> lines = get("/metrics").body().lines().toList();
        assertThat(lines).containsAnyOf("butler_leading 0.0", "butler_leading 1.0");
        return lines.contains("butler_leading 1.0");
    }

    /** Returns how many shards this process reconciles. */
    int shards() throws Exception {
        return (int) metric("butler_shards_held");
    }

    /** Returns the sum of the series of a metric whose names and labels start with a text. */
    double metric(String series) throws Exception {
        return get("/metrics")
                .body()
                .lines()
                .filter(line -> line.startsWith(series))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    void signal(String signal) throws Exception {
        Process kill = new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start();
        assertThat(kill.waitFor()).isZero();
    }

    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Ends the process with SIGTERM, and waits until it has ended. */
    void stop() {
        process.destroy();
        process.onExit()
                .orTimeout(30, TimeUnit.SECONDS)
                .exceptionally(late -> process.destroyForcibly())
                .join();
    }

    @Override
    public void close() {
        stop();
        http.close();
    }
}
