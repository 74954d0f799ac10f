package dev.butlerlabs.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.error.ButlerException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HealthServerTest {
    private static final ListenAddress ANY_PORT = new ListenAddress("127.0.0.1", 0);

    @Test
    void answersProbesAndMetrics() throws Exception {
        try (HealthServer health = HealthServer.start(ANY_PORT, () -> "butler_leading 1.0\n", List::of)) {
            assertThat(get(health, "/healthz").statusCode()).isEqualTo(200);
            assertThat(get(health, "/readyz").statusCode()).isEqualTo(200);
            assertThat(get(health, "/metrics").body()).isEqualTo("butler_leading 1.0\n");
            assertThat(get(health, "/metrics/more").statusCode()).isEqualTo(404);
        }
    }

    @Test
    void isNotReadyWhileAnInformerHasNotSynced() throws Exception {
        try (HealthServer health = HealthServer.start(ANY_PORT, () -> "", () -> List.of("tenantclusters"))) {
            HttpResponse<String> ready = get(health, "/readyz");

            assertThat(ready.statusCode()).isEqualTo(503);
            assertThat(ready.body()).contains("tenantclusters");
            assertThat(get(health, "/healthz").statusCode()).isEqualTo(200);
        }
    }

    /** The state of informers can be unreadable while they start. */
    @Test
    void answersIfTheStateCannotBeRead() throws Exception {
        Supplier<List<String>> unreadable = () -> {
            throw new IllegalStateException("starting");
        };
        try (HealthServer health =
                HealthServer.start(ANY_PORT, () -> unreadable.get().toString(), unreadable)) {
            HttpResponse<String> ready = get(health, "/readyz");

            assertThat(ready.statusCode()).isEqualTo(503);
            assertThat(ready.body()).contains("starting");
            assertThat(get(health, "/metrics").statusCode()).isEqualTo(503);
        }
    }

    @Test
    void reportsAPortInUse() {
        try (HealthServer first = HealthServer.start(ANY_PORT, () -> "", List::of)) {
            ListenAddress used = ListenAddress.parse(
                    "--health-address", URI.create(first.address()).getAuthority());

            assertThatThrownBy(() -> HealthServer.start(used, () -> "", List::of))
                    .isInstanceOf(ButlerException.class)
                    .hasMessageContaining(Integer.toString(used.port()));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "8080", "localhost", "localhost:", "localhost:65536", "::1:8080", "[::1]"})
    void rejectsAnAddressThatIsNotHostAndPort(String text) {
        assertThatThrownBy(() -> ListenAddress.parse("--health-address", text)).isInstanceOf(ButlerException.class);
    }

    @Test
    void parsesAnIpv6Address() {
        assertThat(ListenAddress.parse("--health-address", "[::1]:8080")).isEqualTo(new ListenAddress("::1", 8080));
    }

    private static HttpResponse<String> get(HealthServer health, String path) throws IOException, InterruptedException {
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(health.address() + path))
                    .timeout(Duration.ofSeconds(30))
                    .build();
            return http.send(request, HttpResponse.BodyHandlers.ofString());
        }
    }
}
