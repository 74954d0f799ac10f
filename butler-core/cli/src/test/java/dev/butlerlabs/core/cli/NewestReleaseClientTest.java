package dev.butlerlabs.core.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NewestReleaseClientTest {
    private final List<String> requests = new ArrayList<>();
    private HttpServer server;
    private int status = 200;
    private String answer = "2.1.0\n";

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
            byte[] body = answer.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/butler", "/butler/"})
    void readsTheVersionInTheDirectory(String directory) {
        assertThat(NewestReleaseClient.of(url() + directory).newest()).hasToString("2.1.0");
        assertThat(requests).containsExactly("GET /butler/VERSION");
    }

    @Test
    void rejectsAFileThatIsNotAVersion() {
        answer = "<html>Sign in</html>".repeat(1000);
        assertThatThrownBy(() -> NewestReleaseClient.of(url()).newest())
                .isInstanceOfSatisfying(
                        ButlerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_INPUT));
    }

    @Test
    void namesTheStatusOfTheServer() {
        status = 404;
        assertThatThrownBy(() -> NewestReleaseClient.of(url()).newest())
                .hasMessageContaining("/VERSION: the server answered with status 404")
                .isInstanceOfSatisfying(
                        ButlerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNREACHABLE));
    }

    @Test
    void namesAServerThatIsUnreachable() {
        String closed = url();
        server.stop(0);
        assertThatThrownBy(() -> NewestReleaseClient.of(closed).newest())
                .hasMessageContaining(closed)
                .isInstanceOfSatisfying(
                        ButlerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNREACHABLE));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://example.com",
                "ftp://127.0.0.1",
                "example.com",
                "https://",
                "https://a:b@example.com",
                "",
                "a b"
            })
    void acceptsOnlyHttpsAndLoopback(String url) {
        assertThatThrownBy(() -> NewestReleaseClient.of(url))
                .isInstanceOfSatisfying(
                        ButlerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_INPUT));
    }
}
