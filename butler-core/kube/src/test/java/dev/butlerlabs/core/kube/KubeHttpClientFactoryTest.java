package dev.butlerlabs.core.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Base64;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class KubeHttpClientFactoryTest {
    private static final KubeConnector CONNECTOR = new KubeConnector("butler-test/1");

    @TempDir
    private Path directory;

    @Test
    void presentsTheClientCertificate() throws IOException, GeneralSecurityException {
        try (Certificates.Server server = Certificates.serveKnownClients();
                KubernetesClient client = CONNECTOR.connect(kubeconfig(
                        server,
                        "client-certificate-data: " + base64(Certificates.PEM),
                        "client-key-data: " + base64(Certificates.KEY_PEM)))) {
            assertThat(client.getKubernetesVersion().getGitVersion()).isEqualTo("v1.35.4");
        }
    }

    @Test
    void readsTheClientCertificateFromFiles() throws IOException, GeneralSecurityException {
        Path certificate = Files.writeString(directory.resolve("client.crt"), Certificates.PEM);
        Path key = Files.writeString(directory.resolve("client.key"), Certificates.KEY_PEM);
        try (Certificates.Server server = Certificates.serveKnownClients();
                KubernetesClient client = CONNECTOR.connect(
                        kubeconfig(server, "client-certificate: " + certificate, "client-key: " + key))) {
            assertThat(client.getKubernetesVersion().getGitVersion()).isEqualTo("v1.35.4");
        }
    }

    @Test
    void isRejectedWithoutClientCertificate() throws IOException, GeneralSecurityException {
        try (Certificates.Server server = Certificates.serveKnownClients();
                KubernetesClient client = CONNECTOR.connect(kubeconfig(server, "token: t"))) {
            assertThatThrownBy(client::getKubernetesVersion).isInstanceOf(KubernetesClientException.class);
        }
    }

    @Test
    void failsWithAnInvalidKey() throws IOException, GeneralSecurityException {
        try (Certificates.Server server = Certificates.serveKnownClients()) {
            Kubeconfig kubeconfig = kubeconfig(
                    server,
                    "client-certificate-data: " + base64(Certificates.PEM),
                    "client-key-data: " + base64("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"));

            assertThatThrownBy(() -> CONNECTOR.connect(kubeconfig)).isInstanceOf(KubernetesClientException.class);
        }
    }

    private static Kubeconfig kubeconfig(Certificates.Server server, String... user) {
        return Kubeconfig.parse(
                """
                apiVersion: v1
                kind: Config
                current-context: test
                contexts: [{name: test, context: {cluster: test, user: test}}]
                clusters:
                - name: test
                  cluster:
                    server: https://127.0.0.1:%d
                    certificate-authority-data: %s
                users: [{name: test, user: {%s}}]
                """.formatted(server.port(), base64(Certificates.PEM), String.join(", ", user)), "test");
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
