package dev.butlerlabs.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.Terminal;
import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The controllers as a pod: they enter the cluster around them with the account that it gives them. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class PodTest {
    @TempDir
    private Path account;

    private EmbeddedApiServer server;
    private String token;

    @BeforeEach
    void start() throws IOException {
        server = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory());
        try (KubernetesClient known =
                new KubeConnector("test").connect(Kubeconfig.parse(server.kubeconfig(), "test"))) {
            Config configuration = known.getConfiguration();
            token = configuration.getAutoOAuthToken();
            Files.writeString(account.resolve("token"), token + "\n");
            Files.write(account.resolve("ca.crt"), Base64.getDecoder().decode(configuration.getCaCertData()));
        }
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private CommandContext session(Map<String, String> environment) {
        Terminal terminal = Terminal.of(
                InputStream.nullInputStream(),
                new ByteArrayOutputStream(),
                new ByteArrayOutputStream(),
                environment,
                Set.of());
        return CommandContext.of(terminal, Clock.systemUTC());
    }

    private KubernetesClient open() {
        CommandContext session = session(Map.of(
                "KUBERNETES_SERVICE_HOST",
                server.uri().getHost(),
                "KUBERNETES_SERVICE_PORT",
                Integer.toString(server.uri().getPort())));
        return ControllersClusterConnection.open(session, new ConnectionOptions(), account);
    }

    @Test
    void entersWithTheTokenAndTrustsTheAuthorityOfItsPod() {
        try (KubernetesClient client = open()) {
            assertThat(client.getMasterUrl().getPort()).isEqualTo(server.uri().getPort());
            assertThat(client.namespaces().withName("kube-system").get()).isNotNull();
        }
    }

    @Test
    void readsTheTokenAgainSinceItIsReplacedNowAndThen() throws IOException {
        try (KubernetesClient client = open()) {
            assertThat(client.namespaces().list().getItems()).isNotEmpty();

            Files.writeString(account.resolve("token"), "expired");
            assertThatThrownBy(() -> client.namespaces().list())
                    .isInstanceOfSatisfying(
                            KubernetesClientException.class,
                            refused -> assertThat(refused.getCode()).isEqualTo(401));

            Files.writeString(account.resolve("token"), token);
            assertThat(client.namespaces().list().getItems()).isNotEmpty();
        }
    }

    @Test
    void trustsNoOtherAuthority() throws IOException {
        try (EmbeddedApiServer other = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory());
                KubernetesClient known =
                        new KubeConnector("test").connect(Kubeconfig.parse(other.kubeconfig(), "test"))) {
            Files.write(
                    account.resolve("ca.crt"),
                    Base64.getDecoder().decode(known.getConfiguration().getCaCertData()));
            try (KubernetesClient client = KubeConnector.impatient(open(), Duration.ofSeconds(5))) {
                assertThatThrownBy(() -> client.namespaces().list()).hasStackTraceContaining("certificat");
            }
        }
    }

    @Test
    void outsideOfAPodAKubeconfigIsLookedFor() throws IOException {
        Path file = account.resolve("kubeconfig");
        Files.writeString(file, server.kubeconfig());
        Files.delete(account.resolve("token"));
        CommandContext session = session(Map.of("KUBERNETES_SERVICE_HOST", "192.0.2.1", "KUBECONFIG", file.toString()));
        try (KubernetesClient client = ControllersClusterConnection.open(session, new ConnectionOptions(), account)) {
            assertThat(client.namespaces().list().getItems()).isNotEmpty();
        }
    }
}
