package dev.butlerlabs.core.identity.login;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/** Receives the redirect of the browser on 127.0.0.1. Requests that do not belong to the login are answered and ignored. */
final class RedirectListener implements AutoCloseable {
    private static final String PATH = "/callback";

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final CompletableFuture<RedirectResult> result = new CompletableFuture<>();

    private RedirectListener(HttpServer server) {
        this.server = server;
    }

    /**
     * Starts to listen; requests are answered after {@link #expect}.
     *
     * @param port 0 for any free port
     */
    static RedirectListener open(int port) {
        try {
            return new RedirectListener(
                    HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port), 0));
        } catch (IOException e) {
            throw new ButlerException(
                    ErrorCode.ENVIRONMENT,
                    "Cannot listen on 127.0.0.1 port %d for the login.".formatted(port),
                    "Choose another port with --redirect-port, or log in with --device.",
                    List.of(),
                    e);
        }
    }

    /** Returns the redirect address (RFC 8252, section 7.3: any port of the loopback interface). */
    URI address() {
        return URI.create("http://127.0.0.1:%d%s".formatted(server.getAddress().getPort(), PATH));
    }

    void expect(Function<String, RedirectResult> interpretation) {
        server.createContext("/", exchange -> {
            try (exchange) {
                answer(exchange, interpretation);
            }
        });
        server.setExecutor(threads);
        server.start();
    }

    private void answer(HttpExchange exchange, Function<String, RedirectResult> interpretation) throws IOException {
        boolean isRedirect = exchange.getRequestMethod().equals("GET")
                && exchange.getRequestURI().getPath().equals(PATH);
        if (!isRedirect) {
            respond(exchange, 404, "Not found.");
            return;
        }
        String query = Objects.requireNonNullElse(exchange.getRequestURI().getRawQuery(), "");
        RedirectResult meaning = interpretation.apply(query);
        switch (meaning) {
            case RedirectResult.Code _ -> respond(exchange, 200, "You can close this page and return to the terminal.");
            case RedirectResult.Refused _ -> respond(exchange, 400, "The login was rejected. See the terminal.");
            case RedirectResult.Unrelated unrelated -> respond(exchange, 400, unrelated.reason());
        }
        if (!(meaning instanceof RedirectResult.Unrelated)) {
            result.complete(meaning);
        }
    }

    private static void respond(HttpExchange exchange, int status, String sentence) throws IOException {
        byte[] page = """
                <!DOCTYPE html><html><head><meta charset="utf-8"><title>Butler</title></head><body><p>%s</p></body></html>
                """.formatted(sentence).getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
        exchange.getResponseHeaders().set("Cache-Control", "no-store");
        exchange.getResponseHeaders().set("Referrer-Policy", "no-referrer");
        exchange.getResponseHeaders().set("Content-Security-Policy", "default-src 'none'");
        exchange.sendResponseHeaders(status, page.length);
        exchange.getResponseBody().write(page);
    }

    /**
     * Waits for the redirect.
     *
     * @throws ButlerException with TIMEOUT if there is none in time
     */
    RedirectResult await(Duration limit) {
        try {
            return result.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new ButlerException(
                    ErrorCode.TIMEOUT,
                    "The login in the browser did not finish within %d seconds.".formatted(limit.toSeconds()),
                    "Run the command again, or log in with --device if the browser runs on another machine.");
        } catch (ExecutionException e) {
            throw new IllegalStateException("the result is never exceptional", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ButlerException(ErrorCode.CANCELLED, "The login was cancelled.", e);
        }
    }

    /** Stops after the current response, so that the browser shows it. */
    @Override
    public void close() {
        server.stop(1);
        threads.close();
    }
}
