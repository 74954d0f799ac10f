package dev.butlerlabs.sim.talos;

import static dev.butlerlabs.sim.talos.MaintenanceTest.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.talos.client.ApplyMode;
import dev.butlerlabs.core.talos.client.EventQuery;
import dev.butlerlabs.core.talos.client.NodeEvent.Happening;
import dev.butlerlabs.core.talos.client.RebootMode;
import dev.butlerlabs.core.talos.client.StaticPodConfig;
import dev.butlerlabs.core.talos.client.TalosClient;
import dev.butlerlabs.core.talos.config.KubernetesComponent;
import dev.butlerlabs.core.testing.TestAwait;
import dev.butlerlabs.sim.fault.FaultSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Upgrades of a machine that succeed, fail, hang or do not boot, and changes of its Kubernetes version. */
@Tag("slow")
class NodeUpgradeTest extends ConfiguredNodes {
    private static final String SCHEMATIC = "376567988ad370138ad8b2698212367b8edcb69b5fd68c80be1f2ec7d603b4ba";

    private static String installer(String version) {
        return "factory.talos.dev/metal-installer/" + SCHEMATIC + ":" + version;
    }

    private SimulatedNode start(String version, String... faults) {
        for (String fault : faults) {
            network.faults().order(FaultSpec.parse(fault));
        }
        return network.start(SimulatedNodeOptions.of("cp-1", version));
    }

    private static <T> T await(String what, Callable<T> value, T wanted) {
        return TestAwait.upTo(Duration.ofSeconds(30), what)
                .ignoreExceptionsInstanceOf(ButlerException.class)
                .until(value, wanted::equals);
    }

    @ParameterizedTest
    @CsvSource({"v1.12.4, v1.13.9", "v1.13.9, v1.14.0"})
    void takesItsSchematicFromTheInstallerAndRollsBack(String from, String to) {
        SimulatedNode node = start(from);
        try (TalosClient client = bootstrapped(node)) {
            assertThat(client.resources().schematic()).isEmpty();
            assertFails(client::rollback, ErrorCode.INTERNAL, "cannot rollback");
            assertThat(operations.upgrade(client, installer(to), REBOOT).tag()).isEqualTo(to);
            assertThat(client.resources().schematic()).contains(SCHEMATIC);
            client.rollback();
            await("the previous version", () -> client.version().tag(), from);
            operations.awaitReady(client, ARRIVAL);
            assertThat(client.resources().schematic()).isEmpty();
        }
    }

    @Test
    void losesItsSchematicWithAnInstallerThatHasNone() {
        SimulatedNode node = start("v1.12.4");
        try (TalosClient client = bootstrapped(node)) {
            operations.upgrade(client, installer("v1.12.4"), REBOOT);
            operations.upgrade(client, "ghcr.io/siderolabs/installer:v1.13.9", REBOOT);
            assertThat(client.resources().schematic()).isEmpty();
        }
    }

    @Test
    void reportsThePhasesOfAnUpgradeAndItsFailure() {
        SimulatedNode node = start("v1.12.4", "update:disk-full@cp-1");
        try (TalosClient client = bootstrapped(node)) {
            String before = client.bootId();
            String actor = client.upgrades().whole(installer("v1.13.9"));
            List<String> phases = new ArrayList<>();
            List<String> errors = new ArrayList<>();
            await("the boot after the failed upgrade", () -> !client.bootId().equals(before), true);
            client.events(new EventQuery(-1, "", actor), Duration.ofSeconds(20), event -> {
                if (event.what() instanceof Happening.Phase phase) {
                    phases.add(phase.name());
                }
                if (event.what() instanceof Happening.Sequence sequence
                        && !sequence.error().isEmpty()) {
                    errors.add(sequence.error());
                }
                return errors.isEmpty();
            });
            assertThat(phases).contains("drain", "stopServices");
            assertThat(errors).first().asString().contains("no space left on device");
            assertThat(client.version().tag()).isEqualTo("v1.12.4");
        }
    }

    @Test
    void rejectsAVersionThatIsTooNew() {
        SimulatedNode node = start("v1.13.9");
        try (TalosClient client = bootstrapped(node)) {
            List<String> messages = new ArrayList<>();
            assertFails(
                    () -> client.upgrades().install(installer("v9.0.0"), messages::add),
                    ErrorCode.PROVIDER,
                    "failed with exit code 1");
            assertThat(messages).last().asString().contains("upgrades to version 9.0.0 are not supported");
            assertFails(
                    () -> client.upgrades().whole("nothing"), ErrorCode.INVALID_INPUT, "error validating installer");
        }
    }

    @Test
    void doesNotCheckTheImageOfTheProxy() {
        SimulatedNode node = start("v1.12.4");
        try (TalosClient client = bootstrapped(node)) {
            String configuration =
                    client.resources().configuration().replaceAll("kube-proxy:v[0-9.]+", "kube-proxy:v1.29.0");
            assertThat(configuration).contains("kube-proxy:v1.29.0");
            client.apply(configuration, ApplyMode.NO_REBOOT, false);
            assertThat(operations.upgrade(client, installer("v1.13.9"), REBOOT).tag())
                    .isEqualTo("v1.13.9");
        }
    }

    @Test
    void fallsBackToThePreviousVersion() {
        SimulatedNode node = start("v1.12.4", "update:upgrade-fallback@cp-1");
        try (TalosClient client = bootstrapped(node)) {
            assertThat(operations.upgrade(client, installer("v1.13.9"), REBOOT).tag())
                    .isEqualTo("v1.12.4");
            assertThat(node.disk().other()).map(SystemImage::version).contains("v1.13.9");
        }
    }

    @Test
    void staysDownUntilThePowerIsCut() {
        SimulatedNode node = start("v1.12.4", "update:upgrade-no-boot@cp-1");
        try (TalosClient client = bootstrapped(node)) {
            assertFails(
                    () -> operations.upgrade(client, installer("v1.13.9"), REBOOT.within(Duration.ofMillis(600))),
                    ErrorCode.TIMEOUT,
                    "is upgraded and ready");
            assertThat(node.isReady()).isFalse();
            node.powerOff();
            node.powerOn();
            operations.awaitReady(client, ARRIVAL);
            assertThat(client.version().tag()).isEqualTo("v1.12.4");
        }
    }

    @Test
    void hangsInTheInstaller() {
        SimulatedNode node = start("v1.12.4", "update:upgrade-hang@cp-1");
        try (TalosClient client = bootstrapped(node)) {
            assertFails(
                    () -> operations.upgrade(client, installer("v1.13.9"), REBOOT.within(Duration.ofMillis(600))),
                    ErrorCode.TIMEOUT,
                    "has not shut down yet");
            assertThat(client.status().stage().toString()).isEqualTo("upgrading");
        }
    }

    @Test
    void restartsExactlyTheChangedComponent() {
        SimulatedNode node = start("v1.13.9");
        try (TalosClient client = bootstrapped(node)) {
            StaticPodConfig scheduler = client.resources().staticPod(KubernetesComponent.SCHEDULER);
            StaticPodConfig before = client.resources().staticPod(KubernetesComponent.API_SERVER);
            String configuration = client.resources().configuration();
            client.apply(
                    configuration.replace(before.image(), before.image().replaceAll(":.*", ":v1.34.1")),
                    ApplyMode.NO_REBOOT,
                    false);
            StaticPodConfig after = client.resources().staticPod(KubernetesComponent.API_SERVER);
            assertThat(after.image()).endsWith("kube-apiserver:v1.34.1");
            assertThat(after.version()).isNotEqualTo(before.version());
            assertThat(client.resources().staticPod(KubernetesComponent.SCHEDULER))
                    .isEqualTo(scheduler);
            await("the new API server", node::isServing, true);
            assertThat(node.component(NodeComponent.API_SERVER).version()).isEqualTo("v1.34.1");
            assertThat(network.availability("sample").getFirst().report().apiOutages())
                    .isEqualTo(1);
        }
    }

    @Test
    void rejectsAKubernetesVersionThatItDoesNotSupport() {
        SimulatedNode node = start("v1.13.9");
        try (TalosClient client = bootstrapped(node)) {
            String image = node.component(NodeComponent.KUBELET).image();
            String configuration =
                    client.resources().configuration().replace(image, image.replaceAll(":.*", ":v1.38.0"));
            assertFails(
                    () -> client.apply(configuration, ApplyMode.NO_REBOOT, false),
                    ErrorCode.INVALID_INPUT,
                    "kubelet image is not valid: version of Kubernetes 1.38.0 is too new to be used with Talos 1.13.9");
        }
    }

    @Test
    void keepsAKubeletStoppedThatHangs() {
        SimulatedNode node = start("v1.13.9", "update:kubelet-hang@cp-1");
        try (TalosClient client = bootstrapped(node)) {
            String image = node.component(NodeComponent.KUBELET).image();
            String configuration = client.resources().configuration();
            client.apply(configuration.replace(image, image.replaceAll(":.*", ":v1.34.1")), ApplyMode.NO_REBOOT, false);
            assertThat(node.isKubeletRunning()).isFalse();
            assertThat(client.status().unmet()).anyMatch(reason -> reason.contains("kubelet not running"));
            operations.reboot(client, RebootMode.DEFAULT, REBOOT);
            assertThat(node.component(NodeComponent.KUBELET).version()).isEqualTo("v1.34.1");
        }
    }

    @Test
    void staysALearnerIfItIsNotPromoted() {
        SimulatedNode one = network.start(at("cp-1", "127.0.23.1"));
        network.faults().order(FaultSpec.parse("boot:stuck-learner@cp-2*2"));
        SimulatedNode two = network.start(at("cp-2", "127.0.23.2"));
        try (TalosClient first = bootstrapped(one);
                TalosClient second = configured(two)) {
            await("a learner", () -> first.etcd().members().size(), 2);
            assertThat(second.status().unmet()).anyMatch(reason -> reason.contains("etcd not healthy"));
            assertThat(network.availability("sample").getFirst().report().lowestMargin())
                    .isZero();
            assertThat(second.etcd().status().learner()).isTrue();
        }
    }
}
