package dev.butlerlabs.core.provider.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.net.httpserver.HttpServer;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.rest.TlsContexts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The identities of this process: a token in a file, and the metadata service, on a server that records the requests. */
class AzureTokensTest {
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private HttpServer server;
    private volatile String response = "{\"access_token\": \"token-1\", \"expires_in\": \"3600\", \"value\": []}";
    private volatile int status = 200;

    @TempDir
    private Path folder;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            requests.add("%s %s metadata=%s authorization=%s %s"
                    .formatted(
                            exchange.getRequestMethod(),
                            exchange.getRequestURI(),
                            exchange.getRequestHeaders().getFirst("Metadata"),
                            exchange.getRequestHeaders().getFirst("Authorization"),
                            body));
            byte[] text = response.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, text.length);
            exchange.getResponseBody().write(text);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private AzureResourceGroup connect(AzureIdentity identity, AzureLogin login, Map<String, String> environment) {
        URI address = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        AzureSettings settings = AzureSettingsBuilder.builder(AzureCases.settings())
                .identity(identity)
                .endpoint(address)
                .authority(address)
                .build();
        return new AzureConnector(new WorkloadIdentity(environment), address, InstantSource.system())
                .connect(settings, login, TlsContexts.common());
    }

    private static AzureLogin nothing() {
        return new AzureLogin(Optional.empty(), Optional.empty(), Optional.empty());
    }

    @Test
    void exchangesTheTokenInTheFileOfThisProcess() throws IOException {
        Path file = Files.writeString(folder.resolve("token"), "service-account-token\n");
        Map<String, String> environment = Map.of(
                "AZURE_FEDERATED_TOKEN_FILE", file.toString(),
                "AZURE_TENANT_ID", "tenant-1",
                "AZURE_CLIENT_ID", "client-1");
        try (AzureResourceGroup group = connect(AzureIdentity.WORKLOAD_IDENTITY, nothing(), environment)) {
            group.version();
        }
        assertThat(requests).hasSize(2);
        assertThat(requests.getFirst())
                .startsWith("POST /tenant-1/oauth2/v2.0/token ")
                .contains(
                        "client_id=client-1",
                        "client_assertion=service-account-token",
                        "client_assertion_type=urn%3Aietf%3Aparams%3Aoauth%3Aclient-assertion-type%3Ajwt-bearer",
                        "%2F.default")
                .doesNotContain("client_secret");
        assertThat(requests.getLast()).contains("authorization=Bearer token-1");
    }

    @Test
    void reportsWhatAWorkloadIdentityLacks() {
        assertThatExceptionOfType(ButlerException.class)
                .isThrownBy(() -> connect(AzureIdentity.WORKLOAD_IDENTITY, nothing(), Map.of()))
                .withMessageContaining("AZURE_TENANT_ID");
        AzureLogin login = new AzureLogin(Optional.of("t"), Optional.of("c"), Optional.empty());
        Map<String, String> environment =
                Map.of("AZURE_FEDERATED_TOKEN_FILE", folder.resolve("missing").toString());
        try (AzureResourceGroup group = connect(AzureIdentity.WORKLOAD_IDENTITY, login, environment)) {
            assertThatExceptionOfType(ButlerException.class)
                    .isThrownBy(group::version)
                    .satisfies(failure -> assertThat(failure.code()).isEqualTo(ErrorCode.UNAUTHENTICATED))
                    .withMessageContaining("missing");
        }
        assertThat(requests).isEmpty();
    }

    @Test
    void asksTheMetadataServiceForAManagedIdentity() {
        AzureLogin login = new AzureLogin(Optional.empty(), Optional.of("client-2"), Optional.empty());
        try (AzureResourceGroup group = connect(AzureIdentity.MANAGED_IDENTITY, login, Map.of())) {
            group.version();
        }
        assertThat(requests.getFirst())
                .startsWith("GET /metadata/identity/oauth2/token?api-version=2018-02-01&resource=")
                .contains("client_id=client-2", "metadata=true");
        assertThat(requests.getLast()).contains("authorization=Bearer token-1");
    }

    @Test
    void reportsAMachineWithoutAManagedIdentity() {
        status = 400;
        response = "{\"error\": \"invalid_request\", \"error_description\": \"Identity not found\"}";
        try (AzureResourceGroup group = connect(AzureIdentity.MANAGED_IDENTITY, nothing(), Map.of())) {
            assertThatExceptionOfType(ButlerException.class)
                    .isThrownBy(group::version)
                    .satisfies(failure -> assertThat(failure.code()).isEqualTo(ErrorCode.UNAUTHENTICATED))
                    .withMessageContaining("Identity not found");
        }
    }
}
