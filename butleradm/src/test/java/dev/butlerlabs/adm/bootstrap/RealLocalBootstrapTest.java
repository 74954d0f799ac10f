package dev.butlerlabs.adm.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.adm.Butleradm;
import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.testing.DockerCommand;
import dev.butlerlabs.core.testing.ProjectRoot;
import dev.butlerlabs.core.testing.TestBenchTalosNode;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
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
    private static final String CLUSTER = "testbench";
    private static final String NAME = "name=" + CLUSTER;
    /** Rejects traffic of the machines to other networks: a node contacts time servers and registries. */
    private static final List<String> GUARD =
            List.of("DOCKER-USER", "-s", "10.5.22.0/24", "!", "-d", "10.5.22.0/24", "-j", "REJECT");

    @TempDir
    private Path home;

    private Tool butleradm;
    private DockerCommand docker;
    private String file;

    @BeforeEach
    void start() throws IOException, InterruptedException {
        Assumptions.assumeTrue(Boolean.getBoolean("butler.local.bootstrap"), "takes minutes; see scripts/test --long");
        Optional<TestBenchTalosNode> node =
                TestBenchTalosNode.find().filter(found -> found.registry().isPresent());
        Assumptions.assumeTrue(node.isPresent(), TestBenchTalosNode.ABSENT);
        docker = new DockerCommand(node.get().engine());
        butleradm = Tool.of("butleradm", Butleradm.class, Butleradm::commands)
                .with("BUTLER_HOME", home.toString())
                .with("DOCKER_HOST", node.get().engine().toString())
                .with("IMAGE", node.get().image())
                .with("REGISTRY", node.get().registry().orElseThrow())
                .with("KUBERNETES", node.get().kubernetes());
        guard("-I");
    }

    @AfterEach
    void stop() throws IOException, InterruptedException {
        if (file != null) {
            butleradm.runProcess("destroy", CLUSTER, "-c", file, "--confirm=" + CLUSTER);
        }
        if (docker != null) {
            guard("-D");
        }
    }

    private static void guard(String change) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("iptables", change));
        command.addAll(GUARD);
        assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
    }

    /** Writes the bootstrap file of the test bench with another access to the machines. */
    private String file(String access) throws IOException {
        String image = "    image: ${IMAGE}\n";
        String text = Files.readString(ProjectRoot.find().resolve("scripts/talosnode/bootstrap.yaml"));
        assertThat(text).contains(image);
        return Files.writeString(
                        home.resolve(access + ".yaml"),
                        text.replace(image, "%s    access: %s%n".formatted(image, access)))
                .toString();
    }

    @ParameterizedTest
    @CsvSource({"auto, https://10.5.22.20:6443", "ports, https://127.0.0.1:"})
    void createsAClusterAndLeavesNothing(String access, String server) throws Exception {
        file = file(access);
        ToolRun created = butleradm.runProcess("bootstrap", "local", "-c", file, "--skip-preflight", "-o", "json");
        assertThat(created.exitCode()).as(created.err()).isZero();
        JsonNode result = new ObjectMapper().readTree(created.out());
        assertThat(result.path("machines").asInt()).isEqualTo(1);
        Path kubeconfig = Path.of(result.path("kubeconfig").asText());
        assertThat(Config.fromKubeconfig(kubeconfig.toFile()).getMasterUrl()).startsWith(server);
        assertNodeIsReady(kubeconfig);

        ToolRun destroyed = butleradm.runProcess("destroy", CLUSTER, "--confirm=" + CLUSTER);
        assertThat(destroyed.exitCode()).as(destroyed.err()).isZero();
        assertThat(destroyed.out())
                .contains("deleted    network butler-")
                .containsPattern("deleted +8\n")
                .containsPattern("remaining +0\n");
        assertThat(docker.run("ps", "-aq", "--filter", NAME)).isEmpty();
        assertThat(docker.run("volume", "ls", "-q", "--filter", NAME)).isEmpty();
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
