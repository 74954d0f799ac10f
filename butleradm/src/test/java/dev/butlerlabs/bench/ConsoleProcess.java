package dev.butlerlabs.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The program {@code butler-controllers console} in a process of its own, and the browsers that are logged in there with a token. */
final class ConsoleProcess implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final int TOO_MANY = 429;
    private static final long PAUSE_MILLIS = 100;

    private final Process process;
    private final HttpClient client = HttpClient.newHttpClient();
    private final URI url;

    /** Starts the console and waits until it serves. */
    ConsoleProcess(Path kubeconfig, Path log) throws IOException, InterruptedException {
        int port = freePort();
        url = URI.create("http://127.0.0.1:" + port);
        List<String> command = new ArrayList<>(ControllersProcess.onJava());
        command.addAll(List.of(
                "console",
                "--kubeconfig",
                kubeconfig.toString(),
                "--address",
                "127.0.0.1:" + port,
                "--base-url",
                url.toString()));
        process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        awaitReady(log);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private void awaitReady(Path log) throws IOException, InterruptedException {
        long start = System.nanoTime();
        while (!Files.readString(log).contains("Console started")) {
            if (!process.isAlive() || Timing.since(start).compareTo(LIMIT) > 0) {
                process.destroyForcibly();
                throw new IllegalStateException("The console did not start:\n" + Files.readString(log));
            }
            Thread.sleep(PAUSE_MILLIS);
        }
    }

    URI url() {
        return url;
    }

    /** Logs a browser in with a token of the Kubernetes API and returns its cookie. Waits if the server limits logins. */
    String logIn(String token) throws IOException, InterruptedException {
        HttpRequest login = HttpRequest.newBuilder(url.resolve("/api/auth/login"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(Map.of("token", token))))
                .build();
        HttpResponse<String> response = client.send(login, BodyHandlers.ofString());
        while (response.statusCode() == TOO_MANY) {
            Thread.sleep(PAUSE_MILLIS * 10);
            response = client.send(login, BodyHandlers.ofString());
        }
        return response.headers()
                .firstValue("set-cookie")
                .map(cookie -> cookie.split(";", 2)[0])
                .orElseThrow(() -> new IllegalStateException("The login failed"));
    }

    JsonNode get(String path, String cookie) {
        try {
            return JSON.readTree(client.send(request(path, cookie), BodyHandlers.ofByteArray())
                    .body());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Opens a stream of changes. The caller closes it. */
    InputStream stream(String topics, String cookie) throws IOException, InterruptedException {
        return client.send(request("/api/stream?topics=" + topics, cookie), BodyHandlers.ofInputStream())
                .body();
    }

    private HttpRequest request(String path, String cookie) {
        return HttpRequest.newBuilder(url.resolve(path))
                .header("Cookie", cookie)
                .build();
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
        client.shutdownNow();
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
