package dev.butlerlabs.core.backup.content;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.butlerlabs.core.error.ButlerException;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Reads from a server that has {@code /document} and {@code /page} and nothing else. */
class ApiDocumentReaderTest {
    private HttpServer server;
    private KubernetesClient client;
    private ApiDocumentReader reader;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        serve("/document", "{\"items\": [1, 2]}");
        serve("/page", "<html>");
        server.start();
        client = new KubernetesClientBuilder()
                .withConfig(new ConfigBuilder()
                        .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
                        .build())
                .build();
        reader = new ApiDocumentReader(client);
    }

    private void serve(String path, String text) {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        server.createContext(path, exchange -> {
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
    }

    @AfterEach
    void stop() {
        client.close();
        server.stop(0);
    }

    @Test
    void readsADocument() {
        assertThat(reader.get("/document").path("items")).hasSize(2);
        assertThat(reader.find("/document").path("items")).hasSize(2);
    }

    @Test
    void findsNoDocument() {
        assertThat(reader.find("/absent").isMissingNode()).isTrue();
    }

    @Test
    void requiresTheDocument() {
        assertThatThrownBy(() -> reader.get("/absent"))
                .isInstanceOf(ButlerException.class)
                .hasMessageMatching("The server http://127.0.0.1:\\d+/ has no /absent[.]");
    }

    /** A backup without custom resources would be incomplete. */
    @Test
    void doesNotTakeAMissingListOfDefinitionsForAnEmptyOne() {
        assertThatThrownBy(() -> ResourceTypeReader.definitions(client))
                .isInstanceOf(ButlerException.class)
                .hasMessageContaining("customresourcedefinitions");
    }

    @Test
    void rejectsAnswersThatAreNotJson() {
        assertThatThrownBy(() -> reader.get("/page"))
                .isInstanceOf(ButlerException.class)
                .hasMessageContaining("did not answer with JSON");
    }
}
