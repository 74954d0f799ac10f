package dev.butlerlabs.sim.talos;

import static dev.butlerlabs.sim.talos.MaintenanceTest.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.talos.client.ApplyMode;
import dev.butlerlabs.core.talos.client.EtcdBootstrapSource;
import dev.butlerlabs.core.talos.client.HealthQuery;
import dev.butlerlabs.core.talos.client.NodeAddress;
import dev.butlerlabs.core.talos.client.RebootMode;
import dev.butlerlabs.core.talos.client.TalosClient;
import io.grpc.Status;
import java.io.ByteArrayOutputStream;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is heard of a machine that is ill, breaks off, or does not trust the one who asks. */
@Tag("slow")
class TroubledNodeTest extends ConfiguredNodes {
    @Test
    void saysWhyTheClusterIsNotHealthyWhenTimeRunsOut() {
        SimulatedNode node = network.start(SimulatedNodeOptions.of("cp-1", "v1.13.9"));
        try (TalosClient client = configured(node)) {
            List<String> sentences = new ArrayList<>();
            assertFails(
                    () -> client.health(HealthQuery.within(Duration.ofSeconds(1)), sentences::add),
                    ErrorCode.TIMEOUT,
                    "timeout");
            assertThat(sentences.getLast()).contains("\"etcd\" not in expected state");
        }
    }

    @Test
    void goesOnAfterCallsThatBreakOff() {
        SimulatedNode node = network.start(SimulatedNodeOptions.of("cp-1", "v1.13.9"));
        node.faults().fail("Bootstrap", Status.CANCELLED, 2);
        node.faults().fail("Version", Status.UNAVAILABLE.withDescription("connection reset"), 2);
        try (TalosClient client = configured(node)) {
            operations.bootstrap(client, EtcdBootstrapSource.FRESH, BOOTSTRAP);
            node.dropConnections();
            assertThat(operations.awaitReady(client, ARRIVAL).ready()).isTrue();
        }
        assertThat(node.bootstraps()).isEqualTo(1);
    }

    @Test
    void goesOnWhenWhatWasDoneIsNotHeard() {
        SimulatedNode node = network.start(SimulatedNodeOptions.of("cp-1", "v1.13.9"));
        node.faults().loseAnswer("ApplyConfiguration", 1);
        node.faults().loseAnswer("Bootstrap", 1);
        try (TalosClient client = bootstrapped(node)) {
            assertThat(client.status().ready()).isTrue();
        }
        assertThat(node.faults().calls("ApplyConfiguration")).isEqualTo(1);
        assertThat(node.faults().calls("Bootstrap")).isEqualTo(2);
        assertThat(node.bootstraps()).isEqualTo(1);
    }

    @Test
    void refusesRebootModeFromOneFourteenOn() {
        SimulatedNode node =
                network.start(SimulatedNodeOptions.of("cp-1", "v1.14.0").preinstalled());
        try (TalosClient client = configured(node)) {
            operations.awaitArrival(client, ARRIVAL);
            String configuration = CLUSTER.controlPlane(node);
            assertFails(
                    () -> client.apply(configuration, ApplyMode.REBOOT, false), ErrorCode.NOT_OFFERED, "reboot mode");
            assertThat(client.apply(configuration, ApplyMode.AUTO, false).mode())
                    .isEqualTo(ApplyMode.NO_REBOOT);
        }
    }

    @Test
    void letsHoldersOfOtherRolesDoTheirPartAlone() {
        SimulatedNode node = network.start(SimulatedNodeOptions.of("cp-1", "v1.13.9"));
        bootstrapped(node).close();
        NodeAddress address = SampleCluster.address(node);
        Clock clock = Clock.systemUTC();
        try (TalosClient reader = TalosClient.secured(address, CLUSTER.holder(List.of("os:reader"), clock), clock);
                TalosClient keeper =
                        TalosClient.secured(address, CLUSTER.holder(List.of("os:etcd:backup"), clock), clock)) {
            assertThat(reader.version().tag()).isEqualTo("v1.13.9");
            assertFails(() -> reader.reboot(RebootMode.DEFAULT), ErrorCode.FORBIDDEN, "not authorized");
            ByteArrayOutputStream snapshot = new ByteArrayOutputStream();
            keeper.etcd().snapshot(snapshot);
            assertThat(snapshot.size()).isPositive();
            assertFails(keeper::version, ErrorCode.FORBIDDEN, "not authorized");
        }
    }

    @Test
    void saysThatTheClientCertificateHasExpired() {
        SimulatedNode node = network.start(SimulatedNodeOptions.of("cp-1", "v1.13.9"));
        bootstrapped(node).close();
        Clock longAgo = Clock.offset(Clock.systemUTC(), Duration.ofDays(-400));
        assertFails(
                () -> TalosClient.secured(
                        SampleCluster.address(node), CLUSTER.holder(List.of("os:admin"), longAgo), Clock.systemUTC()),
                ErrorCode.EXPIRED_CREDENTIALS,
                "expired on");
        // A client whose own clock stands still is refused by the machine, whose reason may be lost with the
        // connection.
        try (TalosClient client = TalosClient.secured(
                SampleCluster.address(node), CLUSTER.holder(List.of("os:admin"), longAgo), longAgo)) {
            assertThatThrownBy(client::version)
                    .isInstanceOfSatisfying(
                            ButlerException.class,
                            failure ->
                                    assertThat(failure.code()).isIn(ErrorCode.UNAUTHENTICATED, ErrorCode.UNREACHABLE));
        }
    }

    @Test
    void belongsToAnotherClusterThanTheCredentials() {
        SimulatedNode node = network.start(SimulatedNodeOptions.of("cp-1", "v1.13.9"));
        bootstrapped(node).close();
        try (TalosClient client =
                TalosClient.secured(SampleCluster.address(node), OtherAuthority.credentials(), Clock.systemUTC())) {
            assertFails(client::version, ErrorCode.UNTRUSTED_CERTIFICATE, "belongs to another cluster");
        }
    }
}
