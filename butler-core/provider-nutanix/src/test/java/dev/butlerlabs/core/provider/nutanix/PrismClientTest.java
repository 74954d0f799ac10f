package dev.butlerlabs.core.provider.nutanix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.rest.TlsContexts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Servers that are slow or something else than Prism. */
class PrismClientTest {
    private final CountDownLatch end = new CountDownLatch(1);
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.start();
    }

    @AfterEach
    void stop() {
        end.countDown();
        server.stop(0);
        threads.shutdownNow();
    }

    @Test
    void anAnswerThatDoesNotComeIsATimeout() {
        assertThat(failure(Duration.ofMillis(100), _ -> await()).code()).isEqualTo(ErrorCode.TIMEOUT);
    }

    @Test
    void anAnswerThatDoesNotEndIsATimeout() {
        ButlerException failure = failure(Duration.ofMillis(300), exchange -> {
            exchange.sendResponseHeaders(200, 1000);
            exchange.getResponseBody().write("{".getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
            await();
        });
        assertThat(failure.code()).isEqualTo(ErrorCode.TIMEOUT);
    }

    @Test
    void anAnswerThatIsNoJsonIsNotFromPrism() {
        ButlerException failure = failure(Duration.ofSeconds(30), exchange -> {
            byte[] page = "<html>welcome</html>".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, page.length);
            exchange.getResponseBody().write(page);
            exchange.close();
        });
        assertThat(failure.code()).isEqualTo(ErrorCode.PROVIDER_TROUBLED);
        assertThat(failure).hasMessageContaining("does not provide the Prism Central API");
    }

    /** The password goes to the server that was named and to no other. */
    @Test
    void aRedirectIsNotFollowed() {
        AtomicInteger elsewhere = new AtomicInteger();
        server.createContext("/elsewhere", exchange -> {
            elsewhere.incrementAndGet();
            exchange.close();
        });
        ButlerException failure = failure(Duration.ofSeconds(30), exchange -> {
            exchange.getResponseHeaders().set("Location", "/elsewhere");
            exchange.sendResponseHeaders(302, -1);
            exchange.close();
        });
        assertThat(failure.code()).isEqualTo(ErrorCode.PROVIDER);
        assertThat(elsewhere).hasValue(0);
    }

    private ButlerException failure(Duration timeout, HttpHandler handler) {
        server.createContext("/api", handler);
        URI base = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/api/nutanix/v3");
        PrismLogin login = new PrismLogin(new SensitiveText("ann"), new SensitiveText("canary"));
        assertThat(login.toString()).doesNotContain("canary").doesNotContain("ann");
        try (PrismClient prism =
                new PrismClient(new PrismEndpoint(base, Optional.empty()), login, TlsContexts.common(), timeout)) {
            return catchThrowableOfType(ButlerException.class, () -> prism.get("/users/me"));
        }
    }

    private void await() {
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
