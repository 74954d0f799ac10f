package dev.butlerlabs.sim.talos;

import static dev.butlerlabs.sim.talos.MaintenanceTest.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.talos.client.EtcdBootstrapSource;
import dev.butlerlabs.core.talos.client.EtcdMember;
import dev.butlerlabs.core.talos.client.EventQuery;
import dev.butlerlabs.core.talos.client.HealthQuery;
import dev.butlerlabs.core.talos.client.LogQuery;
import dev.butlerlabs.core.talos.client.MachineStage;
import dev.butlerlabs.core.talos.client.NodeEvent.Happening;
import dev.butlerlabs.core.talos.client.NodeService;
import dev.butlerlabs.core.talos.client.RebootMode;
import dev.butlerlabs.core.talos.client.ResetOptions;
import dev.butlerlabs.core.talos.client.TalosClient;
import dev.butlerlabs.core.talos.client.TalosRetryPolicy;
import io.fabric8.kubernetes.client.Config;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The life of a machine: it is configured, starts etcd, reboots, is upgraded and reset. */
@Tag("slow")
class ConfiguredNodeTest extends ConfiguredNodes {
    @ParameterizedTest
    @ValueSource(strings = {"v1.9.0", "v1.12.4", "v1.13.9", "v1.14.0"})
    void goesFromMaintenanceToAHealthyClusterOfOne(String version) {
        SimulatedNode node =
                network.start(SimulatedNodeOptions.of("cp-1", version).refusingBootstrap(3));
        try (TalosClient client = configured(node)) {
            operations.bootstrap(client, EtcdBootstrapSource.FRESH, BOOTSTRAP);
            assertThat(heard).anyMatch(sentence -> sentence.contains("time is not in sync yet"));
            assertThat(operations.awaitReady(client, ARRIVAL).stage()).isEqualTo(MachineStage.RUNNING);
            List<String> sentences = new ArrayList<>();
            client.health(HealthQuery.within(Duration.ofSeconds(20)), sentences::add);
            assertThat(sentences).contains("waiting for etcd to be healthy: OK");
            assertThat(client.version().tag()).isEqualTo(version);
            assertThat(client.hostname()).isEqualTo("cp-1");
        }
        assertThat(node.bootstraps()).isEqualTo(1);
    }

    @Test
    void isBootstrappedOnceHoweverOftenOneAsks() {
        SimulatedNode node = network.start(SimulatedNodeOptions.of("cp-1", "v1.13.9"));
        try (TalosClient client = configured(node)) {
            operations.bootstrap(client, EtcdBootstrapSource.FRESH, BOOTSTRAP);
            operations.bootstrap(client, EtcdBootstrapSource.FRESH, BOOTSTRAP);
            assertFails(
                    () -> client.bootstrap(EtcdBootstrapSource.FRESH),
                    ErrorCode.CONFLICT,
                    "etcd data directory is not empty");
        }
        assertThat(node.bootstraps()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"v1.12.4", "v1.14.0"})
    void handsOutAKubeconfigBeforeEtcdRuns(String version) {
        SimulatedNode node = network.start(SimulatedNodeOptions.of("cp-1", version));
        try (TalosClient client = configured(node)) {
            Config config = Config.fromKubeconfig(client.kubeconfig());
            assertThat(config.getMasterUrl()).startsWith("https://127.0.0.1:6443");
            assertThat(config.getCurrentContext().getName()).isEqualTo("admin@sample");
            assertThat(config.getClientKeyData()).isNotEmpty();
        }
    }

    @Test
    void tellsOfItsServicesLogsAndEvents() {
        SimulatedNode node = network.start(SimulatedNodeOptions.of("cp-1", "v1.13.9"));
        try (TalosClient client = configured(node)) {
            assertThat(client.services())
                    .contains(new NodeService("apid", "Running", NodeService.Health.HEALTHY, "Health check successful"))
                    .contains(new NodeService("etcd", "Preparing", NodeService.Health.UNKNOWN, "Running pre state"));
            ByteArrayOutputStream log = new ByteArrayOutputStream();
            client.logs(new LogQuery("etcd", OptionalInt.of(1), false), log);
            assertThat(log.toString(StandardCharsets.UTF_8)).isEqualTo("etcd: ready\n");
            assertFails(
                    () -> client.logs(new LogQuery("nonsense", OptionalInt.empty(), false), log),
                    ErrorCode.NOT_FOUND,
                    "nonsense");
            List<MachineStage> stages = new ArrayList<>();
            client.events(EventQuery.everything(), Duration.ofSeconds(20), event -> {
                if (event.what() instanceof Happening.Stage stage) {
                    stages.add(stage.status().stage());
                }
                return !stages.contains(MachineStage.BOOTING);
            });
            assertThat(stages)
                    .containsExactly(
                            MachineStage.MAINTENANCE,
                            MachineStage.INSTALLING,
                            MachineStage.REBOOTING,
                            MachineStage.BOOTING);
        }
    }

    @Test
    void comesBackFromARebootWithAnotherBootId() {
        SimulatedNode node = network.start(SimulatedNodeOptions.of("cp-1", "v1.13.9"));
        try (TalosClient client = bootstrapped(node)) {
            String before = client.bootId();
            operations.reboot(client, RebootMode.DEFAULT, REBOOT);
            assertThat(client.bootId()).isNotEqualTo(before);
            assertThat(client.status().ready()).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource({"v1.11.0, v1.12.4, 1, 0", "v1.12.4, v1.13.9, 1, 0", "v1.13.9, v1.14.0, 1, 1"})
    void isUpgradedOnThePathItsVersionKnows(String from, String to, int upgrades, int pulls) {
        SimulatedNode node = network.start(SimulatedNodeOptions.of("cp-1", from));
        try (TalosClient client = bootstrapped(node)) {
            assertThat(operations
                            .upgrade(client, "ghcr.io/siderolabs/installer:" + to, REBOOT)
                            .tag())
                    .isEqualTo(to);
        }
        assertThat(node.faults().calls("Upgrade")).isEqualTo(upgrades);
        assertThat(node.faults().calls("Pull")).isEqualTo(pulls);
    }

    @Test
    void keepsItsVersionWhenTheInstallerFails() {
        SimulatedNode node = network.start(SimulatedNodeOptions.of("cp-1", "v1.13.9"));
        try (TalosClient client = bootstrapped(node)) {
            assertFails(
                    () -> operations.upgrade(client, "example.org/nothing:latest", REBOOT),
                    ErrorCode.PROVIDER,
                    "failed with exit code 1");
            assertThat(client.version().tag()).isEqualTo("v1.13.9");
        }
        assertThat(node.faults().calls("Reboot")).isZero();
    }

    @Test
    void isBackInMaintenanceAfterAReset() {
        SimulatedNode node = network.start(SimulatedNodeOptions.of("cp-1", "v1.13.9"));
        try (TalosClient client = bootstrapped(node);
                TalosClient afterwards = SampleCluster.maintenance(node)) {
            assertThat(maintenance(afterwards)).contains(false);
            operations.reset(client, afterwards, ResetOptions.everythingWithoutLeaving(), REBOOT);
            assertThat(afterwards.status().stage()).isEqualTo(MachineStage.MAINTENANCE);
        }
        assertThat(node.configuration()).isEmpty();
    }

    @Test
    void savesEtcdAndBeginsAgainFromTheSnapshot() {
        SimulatedNode first = network.start(SimulatedNodeOptions.of("cp-1", "v1.13.9"));
        byte[] snapshot;
        try (TalosClient client = bootstrapped(first)) {
            ByteArrayOutputStream target = new ByteArrayOutputStream();
            client.etcd().snapshot(target);
            snapshot = target.toByteArray();
            assertThat(snapshot.length % 4096).isEqualTo(32);
            operations.reset(client, SampleCluster.maintenance(first), ResetOptions.everythingWithoutLeaving(), REBOOT);
        }
        try (TalosClient client = configured(first)) {
            operations.awaitArrival(client, ARRIVAL);
            client.etcd().recover(new ByteArrayInputStream(snapshot));
            operations.bootstrap(client, EtcdBootstrapSource.RECOVERED, BOOTSTRAP);
            ByteArrayOutputStream again = new ByteArrayOutputStream();
            client.etcd().snapshot(again);
            assertThat(again.toByteArray()).isEqualTo(snapshot);
        }
    }

    @Test
    void formsAClusterWithOthersOnAddressesOfTheirOwn() {
        SimulatedNode one = network.start(at("cp-1", "127.0.21.1"));
        SimulatedNode two = network.start(at("cp-2", "127.0.21.2"));
        SimulatedNode worker = network.start(at("worker-1", "127.0.21.3"));
        try (TalosClient maintenance = SampleCluster.maintenance(worker)) {
            operations.deliver(maintenance, CLUSTER.worker(worker), TalosRetryPolicy.DELIVERY);
        }
        try (TalosClient workerClient = CLUSTER.secured(worker)) {
            // Without a control plane nobody signs its certificate.
            assertFails(
                    () -> operations.awaitArrival(workerClient, ARRIVAL.within(Duration.ofMillis(400))),
                    ErrorCode.TIMEOUT,
                    "Last observed state");
            try (TalosClient first = configured(one);
                    TalosClient second = configured(two)) {
                operations.bootstrap(first, EtcdBootstrapSource.FRESH, BOOTSTRAP);
                operations.awaitReady(second, ARRIVAL);
                operations.awaitReady(workerClient, ARRIVAL);
                first.health(HealthQuery.within(Duration.ofSeconds(20)), sentence -> {});
                assertThat(second.etcd().members())
                        .extracting(EtcdMember::hostname)
                        .containsExactlyInAnyOrder("cp-1", "cp-2");
                assertThat(second.etcd().members())
                        .extracting(EtcdMember::learner)
                        .containsOnly(false);
                assertFails(
                        () -> workerClient.bootstrap(EtcdBootstrapSource.FRESH),
                        ErrorCode.NOT_OFFERED,
                        "control plane");
                assertFails(workerClient::kubeconfig, ErrorCode.NOT_OFFERED, "control plane");
            }
        }
        assertThat(one.bootstraps()).isEqualTo(1);
    }
}
