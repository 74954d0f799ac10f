package dev.butlerlabs.adm.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.cli.testing.ToolRun;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A bootstrap with real Talos, etcd and Kubernetes in containers. It takes minutes, so it runs only with
 * {@code -Dbutler.local.bootstrap=true}, which {@code scripts/test --long} sets.
 */
@Tag("process")
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class RealLocalBootstrapTest {
    private static final String IMAGE = "    image: ${IMAGE}\n";

    @TempDir
    private Path home;

    @ParameterizedTest
    @CsvSource({"auto, https://10.5.22.20:6443", "ports, https://127.0.0.1:"})
    void createsAClusterAndLeavesNothing(String access, String server) throws Exception {
        try (TestBenchCluster cluster = TestBenchCluster.of(
                TestBenchCluster.requireNode(), home, IMAGE, "%s    access: %s%n".formatted(IMAGE, access))) {
            Path kubeconfig = cluster.bootstrap();
            assertThat(Config.fromKubeconfig(kubeconfig.toFile()).getMasterUrl())
                    .startsWith(server);
            assertNodeIsReady(kubeconfig);

            ToolRun destroyed = cluster.destroy();
            assertThat(destroyed.exitCode()).as(destroyed.err()).isZero();
            assertThat(destroyed.out())
                    .contains("deleted    network butler-")
                    .containsPattern("deleted +8\n")
                    .containsPattern("remaining +0\n");
            assertThat(cluster.leftovers()).isEmpty();
        }
    }

    private static void assertNodeIsReady(Path kubeconfig) {
        try (KubernetesClient client = new KubernetesClientBuilder()
                .withConfig(Config.fromKubeconfig(kubeconfig.toFile()))
                .build()) {
            List<Node> nodes = client.nodes().list().getItems();
            assertThat(nodes).singleElement().satisfies(node -> {
                assertThat(node.getStatus().getNodeInfo().getOsImage()).isEqualTo("Talos (v1.12.1)");
                assertThat(node.getStatus().getConditions())
                        .anyMatch(condition -> condition.getType().equals("Ready")
                                && condition.getStatus().equals("True"));
            });
            assertThat(client.apps()
                            .deployments()
                            .inNamespace("local-path-storage")
                            .withName("local-path-provisioner")
                            .get()
                            .getStatus()
                            .getAvailableReplicas())
                    .isEqualTo(1);
        }
    }
}
