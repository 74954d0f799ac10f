package dev.butlerlabs.core.kube;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.Config;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Settings are the same as those of the client, whatever the kubeconfig contains. */
class ClientSettingsTest {
    @TempDir
    private Path directory;

    private static String kubeconfig(String cluster, String user) {
        return """
                apiVersion: v1
                kind: Config
                current-context: other
                contexts:
                - {name: c, context: {cluster: k, user: u, namespace: n}}
                - {name: other, context: {cluster: x, user: y}}
                clusters:
                - {name: x, cluster: {server: "https://127.0.0.1:9"}}
                - {name: k, cluster: {%s}}
                users:
                - {name: u, user: {%s}}
                """.formatted(cluster, user);
    }

    private void assertSame(String text) throws IOException {
        Path file = Files.writeString(directory.resolve("config"), text);
        Kubeconfig kubeconfig = Kubeconfig.parse(text, "test");
        assertSame(ClientSettings.ofFile(kubeconfig, "c", file), Config.fromKubeconfig("c", file.toFile()));
        assertSame(
                ClientSettings.of(kubeconfig, "c"),
                Config.fromKubeconfig(kubeconfig.withCurrentContext("c").toYaml()));
    }

    private static void assertSame(Config found, Config expected) {
        assertThat(found)
                .usingRecursiveComparison()
                .ignoringFields("contexts", "oauthTokenProvider")
                .isEqualTo(expected);
        assertThat(found.getCurrentContext()).isEqualTo(expected.getCurrentContext());
        assertThat(found.getOauthTokenProvider() == null).isEqualTo(expected.getOauthTokenProvider() == null);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "server: 'https://127.0.0.1:6443'",
                "server: 'https://127.0.0.1:6443', certificate-authority-data: YQ==",
                "server: 'https://127.0.0.1:6443', certificate-authority: ca.crt, tls-server-name: name",
                "server: 'https://127.0.0.1:6443', certificate-authority: /tmp/ca.crt",
                "server: 'https://127.0.0.1:6443', insecure-skip-tls-verify: true",
                "server: 'https://127.0.0.1:6443', insecure-skip-tls-verify: false, proxy-url: 'http://127.0.0.1:3128'",
                "server: 'https://127.0.0.1:6443', proxy-url: 'socks5://127.0.0.1:3128'",
                "server: 'https://127.0.0.1:6443', disable-compression: true",
            })
    void usesTheSettingsOfTheCluster(String cluster) throws IOException {
        assertSame(kubeconfig(cluster, "token: t"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "token: t",
                "token: 12345",
                "tokenFile: token",
                "client-certificate-data: YQ==, client-key-data: Yg==",
                "client-certificate: a.crt, client-key: /tmp/a.key",
                "username: admin, password: secret",
                "exec: {apiVersion: client.authentication.k8s.io/v1, command: 'true', args: []}",
                "auth-provider: {name: oidc, config: {id-token: t}}",
                "as: someone, token: t",
            })
    void usesTheCredentialsOfTheUser(String user) throws IOException {
        assertSame(kubeconfig("server: 'https://127.0.0.1:6443'", user));
    }

    @Test
    void usesNoneOfSeveralEntriesWithOneName() throws IOException {
        assertSame(
                kubeconfig("server: 'https://127.0.0.1:6443'", "token: t") + "- {name: u, user: {token: another}}\n");
    }
}
