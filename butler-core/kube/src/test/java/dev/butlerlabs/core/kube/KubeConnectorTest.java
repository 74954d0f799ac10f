package dev.butlerlabs.core.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("process")
class KubeConnectorTest {
    private static final KubeConnector CONNECTOR = new KubeConnector("butler-test/1");

    @TempDir
    private Path folder;

    @Test
    void usesTheCurrentContextWithOurManners() {
        try (KubernetesClient client = CONNECTOR.connect(tenant("a", 1001))) {
            assertThat(client.getMasterUrl()).hasToString("https://127.0.0.1:1001/");
            assertThat(client.getConfiguration().getUserAgent()).isEqualTo("butler-test/1");
            assertThat(client.getConfiguration().isTrustCerts()).isFalse();
            assertThat(client.getConfiguration().getRequestTimeout()).isEqualTo(30_000);
            assertThat(client.getConfiguration().isOnlyHttpWatches()).isTrue();
        }
    }

    @Test
    void theFirstFileOfAListHasTheLastWord() throws IOException {
        List<Path> files = List.of(
                write("one", tenant("a", 1001)), write("two", tenant("a", 2002).merge(tenant("b", 2003))));

        try (KubernetesClient client = CONNECTOR.connect(files, Optional.empty())) {
            assertThat(client.getMasterUrl()).hasToString("https://127.0.0.1:1001/");
        }
        try (KubernetesClient client = CONNECTOR.connect(files, Optional.of("b"))) {
            assertThat(client.getMasterUrl()).hasToString("https://127.0.0.1:2003/");
        }
    }

    @Test
    void aContextMayLieInAnotherFileThanItsClusterAndUser() throws IOException {
        Files.createDirectories(folder.resolve("certificates"));
        List<Path> files = List.of(
                write("contexts", Kubeconfig.parse("""
                        contexts: [{name: split, context: {cluster: far, user: anna}}]
                        current-context: split
                        """, "contexts")),
                write("certificates/clusters", Kubeconfig.parse("""
                        clusters: [{name: far, cluster: {server: "https://127.0.0.1:3003", certificate-authority: ca.pem}}]
                        users: [{name: anna, user: {token: abc}}]
                        """, "clusters")));

        try (KubernetesClient client = new Unconnected().connect(files)) {
            assertThat(client.getMasterUrl()).hasToString("https://127.0.0.1:3003/");
            assertThat(client.getConfiguration().getCaCertFile())
                    .isEqualTo(folder.resolve("certificates/ca.pem").toString());
        }
    }

    @Test
    void anUnknownContextIsRefusedInsteadOfUsingAnother() throws IOException {
        List<Path> files = List.of(write("one", tenant("a", 1001)));

        assertThatThrownBy(() -> CONNECTOR.connect(files, Optional.of("typo")))
                .isInstanceOfSatisfying(ButlerException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.INVALID_INPUT);
                    assertThat(e.hint()).contains("a");
                });
    }

    @Test
    void aFileWithoutContextsIsNotAKubeconfig() throws IOException {
        Path file = Files.writeString(folder.resolve("bootstrap.yaml"), "provider: nutanix\n");

        assertThatThrownBy(() -> CONNECTOR.connect(List.of(file), Optional.empty()))
                .isInstanceOfSatisfying(ButlerException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.NO_KUBECONFIG);
                    assertThat(e)
                            .hasMessage("No contexts found in %s: the file is empty or is not a kubeconfig."
                                    .formatted(file));
                    assertThat(e.hint()).isEqualTo("Check the path given with --kubeconfig or KUBECONFIG.");
                });
    }

    @Test
    void oneContextAloneNeedsNoChoiceButTwoDo() throws IOException {
        Kubeconfig one = Kubeconfig.parse(tenant("a", 1001).toYaml().replace("current-context: \"a\"", ""), "one");
        Kubeconfig two = Kubeconfig.parse(
                tenant("a", 1001).merge(tenant("b", 2)).toYaml().replace("current-context: \"a\"", ""), "two");

        try (KubernetesClient client = CONNECTOR.connect(List.of(write("one", one)), Optional.empty())) {
            assertThat(client.getMasterUrl()).hasToString("https://127.0.0.1:1001/");
        }
        assertThatThrownBy(() -> CONNECTOR.connect(List.of(write("two", two)), Optional.empty()))
                .isInstanceOfSatisfying(
                        ButlerException.class, e -> assertThat(e.hint()).contains("a, b"));
    }

    @Test
    void anEmptyKubeconfigIsNoKubeconfig() {
        assertThatThrownBy(() -> CONNECTOR.connect(Kubeconfig.empty()))
                .isInstanceOfSatisfying(
                        ButlerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NO_KUBECONFIG));
    }

    /** The authority named in the split test must be a certificate for the transport to be made. */
    private final class Unconnected {
        KubernetesClient connect(List<Path> files) throws IOException {
            Files.writeString(folder.resolve("certificates/ca.pem"), Certificates.PEM);
            return CONNECTOR.connect(files, Optional.empty());
        }
    }

    private Path write(String name, Kubeconfig kubeconfig) throws IOException {
        return Files.writeString(folder.resolve(name), kubeconfig.toYaml());
    }

    private static Kubeconfig tenant(String name, int port) {
        return Kubeconfig.of(name, Map.of("server", "https://127.0.0.1:" + port), Map.of("token", "t"));
    }
}
