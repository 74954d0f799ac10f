package dev.butlerlabs.core.provider.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.retry.Backoff;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Retries, credentials and failures of a REST client, against a server on loopback. */
class RestClientTest {
    private final List<String> received = new CopyOnWriteArrayList<>();
    private final List<Duration> pauses = new ArrayList<>();
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void aReadIsRetriedAfterATransientStatus() {
        respond(503, 502, 200);

        assertThat(send(RestRequest.get("/vms")).status()).isEqualTo(200);
        assertThat(received).hasSize(3);
        assertThat(pauses).hasSize(2);
    }

    @Test
    void theLastTransientStatusIsReturned() {
        respond(503, 503, 503, 200);

        assertThat(send(RestRequest.get("/vms")).status()).isEqualTo(503);
        assertThat(received).hasSize(3);
    }

    @Test
    void aWriteIsSentOnce() {
        respond(503, 200);

        assertThat(send(RestRequest.post("/vms")).status()).isEqualTo(503);
        assertThat(received).hasSize(1);
    }

    @Test
    void aRepeatableWriteIsRetried() {
        respond(429, 200);

        assertThat(send(RestRequest.put("/vms/a").asRepeatable()).status()).isEqualTo(200);
        assertThat(received).hasSize(2);
    }

    @Test
    void anotherStatusIsNotRetried() {
        respond(500, 200);

        assertThat(send(RestRequest.get("/vms")).status()).isEqualTo(500);
        assertThat(received).hasSize(1);
    }

    @Test
    void theDelayOfTheServerIsKept() {
        server.createContext("/", exchange -> {
            received.add("");
            exchange.getResponseHeaders().set("Retry-After", "3");
            reply(exchange, received.size() == 1 ? 429 : 200);
        });

        assertThat(send(RestRequest.get("/vms")).status()).isEqualTo(200);
        assertThat(pauses).containsExactly(Duration.ofSeconds(3));
    }

    @Test
    void aLongDelayOfTheServerIsLeftToTheCaller() {
        server.createContext("/", exchange -> {
            received.add("");
            exchange.getResponseHeaders().set("Retry-After", "600");
            reply(exchange, 429);
        });

        RestResponse response = send(RestRequest.get("/vms"));

        assertThat(response.retryAfter()).contains(Duration.ofMinutes(10));
        assertThat(received).hasSize(1);
    }

    @Test
    void aBrokenConnectionIsRetriedForReads() {
        server.createContext("/", exchange -> {
            received.add("");
            if (received.size() == 1) {
                exchange.close();
            } else {
                reply(exchange, 200);
            }
        });

        assertThat(send(RestRequest.get("/vms")).status()).isEqualTo(200);
    }

    @Test
    void anUnreachableServerIsReported() {
        server.stop(0);

        ButlerException failure = catchThrowableOfType(ButlerException.class, () -> send(RestRequest.get("/vms")));

        assertThat(failure.code()).isEqualTo(ErrorCode.UNREACHABLE);
        assertThat(failure).hasMessageContaining("Test API at 127.0.0.1:");
        assertThat(pauses).hasSize(2);
    }

    @Test
    void credentialsAreNotSentToAnotherServer() {
        ButlerException failure = catchThrowableOfType(
                ButlerException.class, () -> send(RestRequest.get("http://localhost:1/operations/7")));

        assertThat(failure.code()).isEqualTo(ErrorCode.PROVIDER);
        assertThat(failure).hasMessageContaining("referred to another server: localhost");
    }

    @Test
    void aUrlOfTheServerIsFollowed() {
        respond(200);

        send(RestRequest.get(base() + "/operations/7?page=2"));

        assertThat(received).containsExactly("GET /api/operations/7?page=2 token-1");
    }

    @Test
    void aRejectedTokenIsRenewedOnce() {
        respond(401, 200);

        assertThat(send(RestRequest.post("/vms")).status()).isEqualTo(200);
        assertThat(received).containsExactly("POST /api/vms token-1", "POST /api/vms token-2");
    }

    @Test
    void aTokenThatIsRejectedTwiceIsReported() {
        respond(401, 401, 200);

        assertThat(send(RestRequest.post("/vms")).status()).isEqualTo(401);
        assertThat(received).hasSize(2);
    }

    @Test
    void parametersAndFormsAreEncoded() {
        RestRequest request = RestRequest.post("/vms")
                .withParameter("filter", "labels.a=b c")
                .withParameter("x", "ü&")
                .withForm(Map.of("name", "a+b"));

        assertThat(request.target()).isEqualTo("/vms?filter=labels.a%3Db%20c&x=%C3%BC%26");
        assertThat(request.body().contentLength()).isEqualTo("name=a%2Bb".length());
        assertThat(request).hasToString("POST /vms");
    }

    private void respond(int... statuses) {
        server.createContext("/", exchange -> {
            received.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
                    + exchange.getRequestHeaders().getFirst("Authorization"));
            reply(exchange, statuses[received.size() - 1]);
        });
    }

    private static void reply(HttpExchange exchange, int status) throws IOException {
        byte[] body = "{}".getBytes(StandardCharsets.UTF_8);
        exchange.getRequestBody().readAllBytes();
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private String base() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/api";
    }

    private RestResponse send(RestRequest request) {
        RestServer target = new RestServer("Test API", URI.create(base()), Optional.empty(), "Trust it.");
        RestClientOptions options = new RestClientOptions(
                Duration.ofSeconds(30),
                4,
                3,
                Backoff.constant(Duration.ofMillis(5)),
                Duration.ofSeconds(5),
                pauses::add);
        try (RestClient client = new RestClient(target, new NumberedTokens(), TlsContexts.common(), options)) {
            return client.send(request);
        }
    }

    /** Authenticates with token-1, token-2, … */
    private static final class NumberedTokens implements RestAuthentication {
        private int number = 1;

        @Override
        public Map<String, String> headers(String method) {
            return Map.of("Authorization", "token-" + number);
        }

        @Override
        public boolean renew(Map<String, String> rejected) {
            number++;
            return true;
        }

        @Override
        public SecretRedactor redactor() {
            return SecretRedactor.of(List.of(new SensitiveText("token-1")));
        }
    }
}
