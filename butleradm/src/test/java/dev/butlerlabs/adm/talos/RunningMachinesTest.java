package dev.butlerlabs.adm.talos;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.adm.Butleradm;
import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.talos.client.ClientConfiguration;
import dev.butlerlabs.core.talos.client.EtcdBootstrapSource;
import dev.butlerlabs.core.talos.client.MachineWaiter;
import dev.butlerlabs.core.talos.client.NodeAddress;
import dev.butlerlabs.core.talos.client.NodeIdentityProbe;
import dev.butlerlabs.core.talos.client.NodeOperations;
import dev.butlerlabs.core.talos.client.TalosClient;
import dev.butlerlabs.core.talos.client.TalosRetryPolicy;
import dev.butlerlabs.sim.talos.SimulatedNode;
import dev.butlerlabs.sim.talos.SimulatedNodeOptions;
import dev.butlerlabs.sim.talos.SimulatedTalos;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands for running machines, against a machine that was configured with what the other commands made. */
@Tag("slow")
class RunningMachinesTest {
    private static final Tool BUTLERADM = Tool.of("butleradm", Butleradm.class, Butleradm::commands);

    @TempDir
    private static Path folder;

    private static SimulatedTalos network;
    private static SimulatedNode node;

    @BeforeAll
    static void bootstrapOneMachine() throws IOException {
        network = new SimulatedTalos();
        node = network.start(SimulatedNodeOptions.of("cp-1", "v1.13.9").preinstalled());
        succeed("talos", "secrets", "--output", file("secrets.yaml"));
        succeed(
                "talos",
                "generate",
                "--cluster-name",
                "sample",
                "--endpoint",
                "https://127.0.0.1:6443",
                "--talos-version",
                "v1.13.9",
                "--secrets",
                file("secrets.yaml"),
                "--output",
                file("configs"));
        NodeOperations operations = new NodeOperations(MachineWaiter.real(sentence -> {}));
        try (TalosClient maintenance = TalosClient.maintenance(address(), Optional.empty())) {
            operations.deliver(
                    maintenance,
                    Files.readString(folder.resolve("configs/controlplane.yaml")),
                    TalosRetryPolicy.DELIVERY);
        }
        try (TalosClient client = client()) {
            operations.bootstrap(client, EtcdBootstrapSource.FRESH, TalosRetryPolicy.BOOTSTRAP);
            operations.awaitReady(client, TalosRetryPolicy.ARRIVAL);
        }
    }

    @AfterAll
    static void switchOff() {
        network.close();
    }

    /** They require a client certificate, which the probe does not have. */
    @Test
    void proveTheirIdentityToAProbe() {
        NodeIdentityProbe probe = new NodeIdentityProbe(Duration.ofSeconds(30));
        assertThat(probe.read(address())).isPresent().isEqualTo(probe.read(address()));
    }

    @Test
    void tellTheirVersion() throws IOException {
        ToolRun run = run("version");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out().lines()).hasSize(2).last().asString().contains("v1.13.9", "nocloud", "running", "yes");
        JsonNode json = new ObjectMapper().readTree(run("version", "-o", "json").out());
        assertThat(json.at("/items/0/version").asText()).isEqualTo("v1.13.9");
        assertThat(json.at("/items/0/ready").asBoolean()).isTrue();
    }

    @Test
    void tellWhetherTheirClusterIsHealthy() throws IOException {
        ToolRun run = run("health", "--timeout", "30s");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.err()).contains("waiting for etcd to be healthy: OK");
        assertThat(run.out()).endsWith("is healthy.\n");
        JsonNode json =
                new ObjectMapper().readTree(run("health", "-q", "-o", "json").out());
        assertThat(json.at("/healthy").asBoolean()).isTrue();
    }

    @Test
    void showTheirServicesAndLogs() throws IOException {
        assertThat(run("services").out()).containsPattern("etcd +Running +OK +Health check successful");
        assertThat(run("services", "-o", "name").out()).contains(address() + "/kubelet\n");
        assertThat(run("logs", "etcd", "--tail", "1").out()).isEqualTo("etcd: ready\n");
        JsonNode json =
                new ObjectMapper().readTree(run("logs", "etcd", "-o", "json").out());
        assertThat(json.at("/lines").size()).isEqualTo(2);
    }

    @Test
    void areSavedToAFileOfTheOwnerAlone() throws IOException {
        ToolRun run = run("snapshot", file("etcd.db"));
        assertThat(run.exitCode()).as(run.err()).isZero();
        Path saved = folder.resolve("etcd.db");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(saved)))
                .isEqualTo("rw-------");
        assertThat(run.out()).contains("%d bytes".formatted(Files.size(saved)));
        ToolRun again = run("snapshot", file("etcd.db"));
        assertThat(again.exitCode()).isEqualTo(ErrorKind.CONFLICT.exitCode());
        assertThat(again.err()).contains("already exists", "--force");
        assertThat(run("snapshot", file("etcd.db"), "--force").exitCode()).isZero();
    }

    @Test
    void answerEvenWhenOneOfThemDoesNot() throws IOException {
        String absent;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            absent = "127.0.0.1:" + free.getLocalPort();
        }
        ToolRun run = BUTLERADM.run(
                "talos", "version", "--talosconfig", file("configs/talosconfig"), "--nodes", address() + "," + absent);
        assertThat(run.out()).contains("v1.13.9");
        assertThat(run.err()).contains(absent, "the machine is unreachable");
        assertThat(run.exitCode()).isEqualTo(ErrorKind.UNREACHABLE.exitCode());
    }

    @Test
    void areNotFoundWithoutATalosconfig() {
        ToolRun run = BUTLERADM.run("talos", "version", "--talosconfig", file("nothing"), "--nodes", "127.0.0.1");
        assertThat(run.exitCode()).isEqualTo(ErrorKind.INVALID.exitCode());
        assertThat(run.err()).contains("does not exist");
    }

    private static ToolRun run(String command, String... more) {
        List<String> words = new ArrayList<>(List.of("talos", command));
        words.addAll(List.of(more));
        words.addAll(List.of(
                "--talosconfig",
                file("configs/talosconfig"),
                "--nodes",
                address().toString()));
        return BUTLERADM.run(words.toArray(String[]::new));
    }

    private static void succeed(String... words) {
        ToolRun run = BUTLERADM.run(words);
        assertThat(run.exitCode()).as(run.err()).isZero();
    }

    private static String file(String name) {
        return folder.resolve(name).toString();
    }

    private static NodeAddress address() {
        return new NodeAddress(
                node.address().getAddress().getHostAddress(), node.address().getPort());
    }

    private static TalosClient client() throws IOException {
        ClientConfiguration configuration =
                ClientConfiguration.parse("talosconfig", Files.readString(folder.resolve("configs/talosconfig")));
        return TalosClient.secured(
                address(), configuration.context(Optional.empty()).credentials(), Clock.systemUTC());
    }
}
