package dev.butlerlabs.adm.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.talos.client.ClientConfiguration;
import dev.butlerlabs.core.talos.client.NodeAddress;
import dev.butlerlabs.core.testing.LongSuite;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A bootstrap on a simulated Docker engine whose machines are only used through published ports. */
@Tag("process")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class PublishedPortsBootstrapTest {
    private static final String LOOPBACK = "127.0.0.1";

    @TempDir
    private Path folder;

    @Test
    void resumesAndGivesAccessThroughPublishedPorts() throws Exception {
        LongSuite.assumeEnabled();
        try (ProviderWorld world = new ProviderWorld(folder, "local", 1, 1).with("access", "ports")) {
            String file = world.file().toString();
            killAfterTalosIsConfigured(
                    world.butleradm().start("bootstrap", "local", "-c", file, "--engine", "embedded"));
            ToolRun created = world.butleradm()
                    .runProcess("bootstrap", "local", "-c", file, "--engine", "embedded", "-o", "json");
            assertThat(created.exitCode()).as(created.err()).isZero();
            assertThat(created.err()).contains("through published ports of " + LOOPBACK);
            JsonNode result = new ObjectMapper().readTree(created.out());

            assertNodesAreListed(Path.of(result.path("kubeconfig").asText()));
            assertMachinesAnswer(world, Path.of(result.path("talosconfig").asText()));
            ToolRun destroyed = world.butleradm().runProcess("destroy", "demo", "--confirm=demo");
            assertThat(destroyed.exitCode()).as(destroyed.err()).isZero();
            assertThat(world.machines()).isEmpty();
            assertThat(world.infrastructure().leftovers()).isEmpty();
        }
    }

    private static void killAfterTalosIsConfigured(Process run) throws IOException, InterruptedException {
        try (BufferedReader progress = run.errorReader(StandardCharsets.UTF_8)) {
            assertThat(progress.lines().anyMatch(line -> line.contains("done: Configuring Talos")))
                    .isTrue();
        } finally {
            run.destroyForcibly().waitFor();
        }
    }

    private static void assertNodesAreListed(Path file) throws IOException {
        Kubeconfig kubeconfig = Kubeconfig.parse(Files.readString(file), file.toString());
        String context = kubeconfig.usualContext().orElseThrow();
        assertThat(kubeconfig.server(context))
                .hasValueSatisfying(server -> assertThat(server).startsWith("https://%s:2".formatted(LOOPBACK)));
        assertThat(kubeconfig.skipsVerification(context)).isFalse();
        try (KubernetesClient client = new KubeConnector("test").connect(kubeconfig)) {
            assertThat(client.nodes().list().getItems())
                    .extracting((Node node) -> node.getMetadata().getName())
                    .containsExactlyInAnyOrder("demo-cp-0", "demo-worker-0");
        }
    }

    /** A worker is reached through the control plane. */
    private static void assertMachinesAnswer(ProviderWorld world, Path talosconfig) throws IOException {
        ClientConfiguration.Context context = ClientConfiguration.parse("talosconfig", Files.readString(talosconfig))
                .context(Optional.empty());
        assertThat(context.endpoints())
                .singleElement()
                .extracting(NodeAddress::host)
                .isEqualTo(LOOPBACK);
        List<String> addresses = world.infrastructure().machines().stream()
                .flatMap(machine -> machine.address().stream())
                .toList();
        assertThat(addresses).hasSize(2);
        ToolRun run = world.butleradm()
                .runProcess(
                        "talos",
                        "version",
                        "--talosconfig",
                        talosconfig.toString(),
                        "--nodes",
                        String.join(",", addresses));
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).contains(addresses);
    }
}
