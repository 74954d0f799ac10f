package dev.butlerlabs.core.provider.gcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Access tokens of a token endpoint and of a metadata server, both on loopback. */
class GoogleAuthenticationTest {
    private final List<String> requests = new ArrayList<>();
    private HttpServer server;
    private int status = 200;
    private String answer = "";

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::respond);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void respond(HttpExchange exchange) throws IOException {
        requests.add("%s %s %s %s"
                .formatted(
                        exchange.getRequestMethod(),
                        exchange.getRequestURI(),
                        exchange.getRequestHeaders().getFirst("Metadata-Flavor"),
                        new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
        String body = answer.isEmpty()
                ? "{\"access_token\": \"token-%d\", \"expires_in\": 3599}".formatted(requests.size())
                : answer;
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    @Test
    void getsTheTokenOfTheMachineOnceAndAgainAfterItWasRejected() {
        try (GoogleAuthentication machine = GoogleAuthentication.ofMachine(address(), Clock.systemUTC())) {
            Map<String, String> headers = machine.headers("GET");
            assertThat(headers).isEqualTo(Map.of("Authorization", "Bearer token-1"));
            assertThat(machine.headers("POST")).isEqualTo(headers);
            assertThat(machine.renew(headers)).isTrue();
            assertThat(machine.headers("GET")).containsValue("Bearer token-2");
            assertThat(requests)
                    .allMatch(request -> request.startsWith(
                            "GET /computeMetadata/v1/instance/service-accounts/default/token Google"));
        }
    }

    @Test
    void exchangesTheCredentialsOfAUser() {
        GoogleCredentials user = new GoogleCredentials.AuthorizedUser(
                "id", new SensitiveText("secret"), new SensitiveText("refresh"), URI.create(address() + "/token"));
        try (GoogleAuthentication authentication = GoogleAuthentication.selfSigned(user, Clock.systemUTC())) {
            assertThat(authentication.headers("GET")).containsValue("Bearer token-1");
            assertThat(requests.getFirst())
                    .startsWith("POST /token")
                    .contains("grant_type=refresh_token", "refresh_token=refresh");
        }
    }

    @Test
    void reportsTheReasonOfARejectionWithoutSecrets() {
        status = 400;
        answer = "{\"error\": \"invalid_grant\", \"error_description\": \"Token canary-refresh has been revoked.\"}";
        GoogleCredentials user = new GoogleCredentials.AuthorizedUser(
                "id",
                new SensitiveText("secret"),
                new SensitiveText("canary-refresh"),
                URI.create(address() + "/token"));
        try (GoogleAuthentication authentication = GoogleAuthentication.exchanged(user, Clock.systemUTC())) {
            assertThatExceptionOfType(ButlerException.class)
                    .isThrownBy(() -> authentication.headers("GET"))
                    .withMessageContaining("has been revoked")
                    .satisfies(e -> {
                        assertThat(e.code()).isEqualTo(ErrorCode.UNAUTHENTICATED);
                        assertThat(e.getMessage()).doesNotContain("canary");
                    });
        }
    }
}
