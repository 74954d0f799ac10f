package dev.butlerlabs.core.server;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** What a browser does: it keeps the session's cookie and repeats the CSRF token. */
final class ConsoleBrowser implements AutoCloseable {
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();
    final URI url;
    Optional<String> cookie = Optional.empty();
    String csrf = "";

    ConsoleBrowser(URI url) {
        this.url = url;
    }

    /** Opens a one-time link of a console and reads the session. */
    static ConsoleBrowser loggedIn(ConsoleServer console) {
        ConsoleBrowser browser = new ConsoleBrowser(console.url());
        HttpResponse<String> response =
                browser.send("GET", console.createLink().toString(), Optional.empty(), Map.of());
        browser.keepCookie(response);
        browser.csrf = browser.json("/api/auth/me").path("csrfToken").asText();
        return browser;
    }

    void keepCookie(HttpResponse<?> response) {
        cookie = response.headers().allValues("set-cookie").stream()
                .map(header -> header.split(";", 2)[0])
                .reduce((first, last) -> last);
    }

    /** Keeps the session only; a finished login also removes another cookie. */
    void keepSessionCookie(HttpResponse<?> response) {
        cookie = response.headers().allValues("set-cookie").stream()
                .map(header -> header.split(";", 2)[0])
                .filter(pair -> pair.startsWith("butler_session="))
                .findFirst();
    }

    HttpResponse<String> get(String path) {
        return send("GET", path, Optional.empty(), Map.of());
    }

    JsonNode json(String path) {
        HttpResponse<String> response = get(path);
        if (response.statusCode() != 200) {
            throw new AssertionError(path + " returned " + response.statusCode() + ": " + response.body());
        }
        return ConsoleTestBed.json(response.body());
    }

    HttpResponse<String> send(String method, String path, String body) {
        return send(method, path, Optional.of(body).filter(text -> !text.isEmpty()), Map.of("X-Butler-CSRF", csrf));
    }

    HttpResponse<String> send(String method, String path, Optional<String> body, Map<String, String> headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(url.resolve(path))
                .timeout(Duration.ofSeconds(20))
                .method(
                        method,
                        body.map(HttpRequest.BodyPublishers::ofString).orElseGet(HttpRequest.BodyPublishers::noBody));
        body.ifPresent(_ -> request.setHeader("Content-Type", "application/json"));
        cookie.ifPresent(value -> request.setHeader("Cookie", value));
        headers.forEach(request::setHeader);
        try {
            return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new AssertionError(method + " " + path, e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** One server-sent event. */
    record Event(String type, JsonNode data) {}

    /** An open stream of events. */
    record EventStream(InputStream in, BlockingQueue<Event> events) implements AutoCloseable {
        /** Returns the next event of a type. */
        Event next(String type, Duration limit) {
            long end = System.nanoTime() + limit.toNanos();
            List<Event> others = new ArrayList<>();
            while (true) {
                try {
                    Event event = events.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
                    if (event == null) {
                        throw new AssertionError("no event " + type + " but " + others);
                    }
                    if (event.type().equals(type)) {
                        return event;
                    }
                    others.add(event);
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }

    EventStream stream(String path) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(url.resolve(path));
        cookie.ifPresent(value -> request.setHeader("Cookie", value));
        HttpResponse<InputStream> response = http.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
        if (response.statusCode() != 200) {
            throw new AssertionError(path + " returned " + response.statusCode() + ": "
                    + new String(response.body().readAllBytes(), StandardCharsets.UTF_8));
        }
        BlockingQueue<Event> events = new LinkedBlockingQueue<>();
        Thread.ofVirtual().start(() -> read(response.body(), events));
        return new EventStream(response.body(), events);
    }

    private static void read(InputStream in, BlockingQueue<Event> events) {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            String type = "";
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                if (line.startsWith("event: ")) {
                    type = line.substring("event: ".length());
                } else if (line.startsWith("data: ")) {
                    events.add(new Event(type, ConsoleTestBed.json(line.substring("data: ".length()))));
                }
            }
        } catch (IOException closed) {
            // The end of the stream is reported below.
        }
        events.add(new Event("closed", ConsoleTestBed.json("{}")));
    }

    @Override
    public void close() {
        http.close();
    }
}
