package dev.butlerlabs.sim.talos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.retry.CallRetryPolicy;
import dev.butlerlabs.core.talos.client.ApplyMode;
import dev.butlerlabs.core.talos.client.KeyFingerprint;
import dev.butlerlabs.core.talos.client.MachineStage;
import dev.butlerlabs.core.talos.client.MachineWaiter;
import dev.butlerlabs.core.talos.client.NodeDisk;
import dev.butlerlabs.core.talos.client.NodeOperations;
import dev.butlerlabs.core.talos.client.RebootMode;
import dev.butlerlabs.core.talos.client.TalosClient;
import dev.butlerlabs.core.talos.client.TalosRetryPolicy;
import io.grpc.Status;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MaintenanceTest {
    private static final SampleCluster CLUSTER = SampleCluster.FIRST;

    private final SimulatedTalos network = new SimulatedTalos();
    private final NodeOperations operations = new NodeOperations(MachineWaiter.real(sentence -> {}));

    @AfterEach
    void switchOff() {
        network.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"v1.9.0", "v1.12.4", "v1.13.9", "v1.14.0"})
    void showsItsStatusAndDisksToEverybody(String version) {
        SimulatedNode node = network.start(SimulatedNodeOptions.of("cp-1", version));
        try (TalosClient client = SampleCluster.maintenance(node)) {
            assertThat(client.status().stage()).isEqualTo(MachineStage.MAINTENANCE);
            assertThat(client.disks()).extracting(NodeDisk::device).containsExactly("/dev/vda", "/dev/vdb");
            assertThat(operations.isInMaintenance(client)).contains(true);
        }
    }

    @Test
    void tellsItsVersionFromOneThirteenOnAlone() {
        SimulatedNode old = network.start(SimulatedNodeOptions.of("old", "v1.12.4"));
        SimulatedNode young = network.start(SimulatedNodeOptions.of("young", "v1.13.9"));
        try (TalosClient client = SampleCluster.maintenance(old)) {
            assertFails(client::version, ErrorCode.NOT_OFFERED, "API is not implemented in maintenance mode");
        }
        try (TalosClient client = SampleCluster.maintenance(young)) {
            assertThat(client.version().tag()).isEqualTo("v1.13.9");
            assertFails(() -> client.reboot(RebootMode.DEFAULT), ErrorCode.FORBIDDEN, "not authorized");
        }
    }

    @Test
    void isPinnedByTheFingerprintOnItsConsole() throws NoSuchAlgorithmException {
        SimulatedNode node = network.start(SimulatedNodeOptions.of("cp-1", "v1.13.9"));
        KeyFingerprint right = fingerprint(node.key().getEncoded());
        try (TalosClient client = TalosClient.maintenance(SampleCluster.address(node), Optional.of(right))) {
            assertThat(client.status().stage()).isEqualTo(MachineStage.MAINTENANCE);
        }
        KeyFingerprint wrong = fingerprint(new byte[1]);
        try (TalosClient client = TalosClient.maintenance(SampleCluster.address(node), Optional.of(wrong))) {
            assertFails(
                    client::status,
                    ErrorCode.UNTRUSTED_CERTIFICATE,
                    "the key of the machine does not match the specified fingerprint");
        }
    }

    @Test
    void isNotEnteredWithTheCredentialsOfACluster() {
        SimulatedNode node = network.start(SimulatedNodeOptions.of("cp-1", "v1.13.9"));
        try (TalosClient client = CLUSTER.secured(node)) {
            assertFails(client::status, ErrorCode.UNTRUSTED_CERTIFICATE, "still in maintenance");
        }
    }

    @Test
    void refusesConfigurationsThatAreWrongOnceAndForAll() {
        SimulatedNode node = network.start(SimulatedNodeOptions.of("cp-1", "v1.13.9"));
        String worker = CLUSTER.worker(node);
        try (TalosClient client = SampleCluster.maintenance(node)) {
            String wrongType = worker.replaceFirst("type: worker", "type: controlplane");
            assertFails(
                    () -> operations.deliver(client, wrongType, TalosRetryPolicy.DELIVERY),
                    ErrorCode.INVALID_INPUT,
                    "CA key is required for controlplane nodes");
            assertFails(
                    () -> operations.deliver(client, "machine: [", TalosRetryPolicy.DELIVERY),
                    ErrorCode.INVALID_INPUT,
                    "decode error: yaml: line 1");
        }
        assertThat(node.faults().calls("ApplyConfiguration")).isEqualTo(2);
        assertThat(node.configuration()).isEmpty();
    }

    @Test
    void takesSomeModesOnlyWhereTalosDoes() {
        SimulatedNode old = network.start(SimulatedNodeOptions.of("old", "v1.12.4"));
        try (TalosClient client = SampleCluster.maintenance(old)) {
            String configuration = CLUSTER.controlPlane(old);
            assertFails(
                    () -> client.apply(configuration, ApplyMode.STAGED, false),
                    ErrorCode.NOT_OFFERED,
                    "is not supported");
            assertThat(client.apply(configuration, ApplyMode.AUTO, true).details())
                    .startsWith("Dry run summary");
            assertThat(old.stage()).isEqualTo(NodeStage.MAINTENANCE);
        }
    }

    @Test
    void isAskedAgainWhileAnotherDeliveryIsUnderWay() {
        SimulatedNode node = network.start(SimulatedNodeOptions.of("cp-1", "v1.13.9"));
        Status busy = Status.FAILED_PRECONDITION.withDescription("another apply configuration is already in progress");
        node.faults().fail("ApplyConfiguration", busy, 2);
        try (TalosClient client = SampleCluster.maintenance(node)) {
            operations.deliver(client, CLUSTER.controlPlane(node), quick(TalosRetryPolicy.DELIVERY));
        }
        assertThat(node.faults().calls("ApplyConfiguration")).isEqualTo(3);
        assertThat(node.configuration()).isEqualTo(CLUSTER.controlPlane(node));
    }

    @Test
    void isSaidNotToAnswerWhenNothingListens() {
        SimulatedNode node = network.start(SimulatedNodeOptions.of("cp-1", "v1.13.9"));
        node.close();
        try (TalosClient client = SampleCluster.maintenance(node)) {
            assertFails(client::status, ErrorCode.UNREACHABLE, "the machine is unreachable");
            assertFails(
                    () -> operations.deliver(
                            client,
                            "machine: {}",
                            quick(TalosRetryPolicy.DELIVERY).within(Duration.ofMillis(100))),
                    ErrorCode.TIMEOUT,
                    "the machine is unreachable");
        }
    }

    private static CallRetryPolicy quick(CallRetryPolicy rule) {
        return rule.withPause(Duration.ofMillis(10));
    }

    private static KeyFingerprint fingerprint(byte[] key) throws NoSuchAlgorithmException {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(key);
        return new KeyFingerprint(Base64.getEncoder().encodeToString(digest));
    }

    static void assertFails(ThrowingCallable call, ErrorCode code, String words) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        ButlerException.class,
                        failure -> assertThat(failure.code())
                                .as(failure.getMessage())
                                .isEqualTo(code))
                .hasMessageContaining(words);
    }
}
