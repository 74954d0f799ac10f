package dev.butlerlabs.sim.talos;

import static dev.butlerlabs.sim.talos.MaintenanceTest.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.talos.client.ApplyMode;
import dev.butlerlabs.core.talos.client.EtcdMember;
import dev.butlerlabs.core.talos.client.MachineStage;
import dev.butlerlabs.core.talos.client.RebootMode;
import dev.butlerlabs.core.talos.client.ResetOptions;
import dev.butlerlabs.core.talos.client.TalosClient;
import dev.butlerlabs.core.testing.TestAwait;
import dev.butlerlabs.sim.fault.FaultSpec;
import dev.butlerlabs.sim.talos.etcd.AvailabilityRecorder;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Members of etcd on three control planes: they join, leave, are removed, and keep the quorum or lose it. */
@Tag("slow")
class EtcdMembershipTest extends ConfiguredNodes {
    private SimulatedNode one;
    private SimulatedNode two;
    private SimulatedNode three;
    private TalosClient first;
    private TalosClient second;
    private TalosClient third;

    @BeforeEach
    void formsACluster() {
        one = network.start(at("cp-1", "127.0.22.1"));
        two = network.start(at("cp-2", "127.0.22.2"));
        three = network.start(at("cp-3", "127.0.22.3"));
        first = bootstrapped(one);
        second = configured(two);
        third = configured(three);
        operations.awaitReady(second, ARRIVAL);
        operations.awaitReady(third, ARRIVAL);
    }

    @AfterEach
    void disconnect() {
        List.of(first, second, third).forEach(TalosClient::close);
    }

    private AvailabilityRecorder availability() {
        return network.availability("sample").getFirst();
    }

    private long id(String hostname) {
        return first.etcd().members().stream()
                .filter(member -> member.hostname().equals(hostname))
                .findFirst()
                .orElseThrow()
                .id();
    }

    @Test
    void knowsItsMembersAndItsLeader() {
        assertThat(first.etcd().members()).hasSize(3).noneMatch(EtcdMember::learner);
        assertThat(first.etcd().status().leader()).isEqualTo(id("cp-1"));
        assertThat(second.etcd().status().memberId()).isEqualTo(id("cp-2"));
        assertThat(first.etcd().alarms()).isEmpty();
        assertThat(second.etcd().forfeitLeadership()).isEmpty();
        assertThat(first.etcd().forfeitLeadership()).contains("cp-2");
        assertThat(third.etcd().status().leader()).isEqualTo(id("cp-2"));
        assertThat(availability().report().lowestMargin()).isZero();
        assertThat(availability().report().apiOutages()).isZero();
    }

    @Test
    void keepsADeletedMachineAsAMemberUntilItIsRemoved() {
        network.remove(three);
        assertThat(first.etcd().members()).extracting(EtcdMember::hostname).contains("cp-3");
        assertFails(() -> first.etcd().removeMember(id("cp-2")), ErrorCode.NOT_READY, "unhealthy cluster");
        long gone = id("cp-3");
        first.etcd().removeMember(gone);
        assertThat(first.etcd().members()).extracting(EtcdMember::hostname).containsExactly("cp-1", "cp-2");
        assertFails(() -> first.etcd().removeMember(gone), ErrorCode.NOT_FOUND, "member not found");
    }

    @Test
    void doesNotRejoinWithTheDataOfARemovedMember() {
        first.etcd().removeMember(id("cp-3"));
        assertThat(three.isServing()).isFalse();
        assertThat(third.status().ready()).isFalse();
        third.reboot(RebootMode.DEFAULT);
        TestAwait.upTo(Duration.ofSeconds(20), "etcd fails on the removed member")
                .ignoreExceptionsInstanceOf(ButlerException.class)
                .until(
                        third::services,
                        services -> services.stream()
                                .anyMatch(service -> service.id().equals("etcd")
                                        && service.message().contains("going to restart forever")));
        third.reset(new ResetOptions(false, true, ResetOptions.Wipe.SYSTEM_DISK, List.of("EPHEMERAL"), List.of()));
        operations.awaitReady(third, ARRIVAL);
        assertThat(first.etcd().members()).hasSize(3);
    }

    @Test
    void leavesGracefullyBeforeAReset() {
        try (TalosClient maintenance = SampleCluster.maintenance(three)) {
            operations.reset(third, maintenance, ResetOptions.everything(), REBOOT);
        }
        assertThat(first.etcd().members()).extracting(EtcdMember::hostname).containsExactly("cp-1", "cp-2");
        second.etcd().leave();
        assertThat(first.etcd().members()).extracting(EtcdMember::hostname).containsExactly("cp-1");
        assertFails(() -> first.etcd().leave(), ErrorCode.NOT_READY, "not enough started members");
        assertThat(availability().report().lowestMargin()).isZero();
    }

    @Test
    void hasNoLeaderWithoutTheMajority() {
        two.powerOff();
        assertThat(one.isServing()).isTrue();
        three.powerOff();
        assertThat(one.isServing()).isFalse();
        assertFails(() -> first.etcd().members(), ErrorCode.NOT_READY, "no leader");
        assertThat(first.etcd().status().hasLeader()).isFalse();
        assertThat(first.status().stage()).isEqualTo(MachineStage.RUNNING);
        assertThat(first.status().ready()).isFalse();
        assertThat(availability().report().quorumLosses()).isEqualTo(1);
        assertThat(availability().report().apiOutages()).isEqualTo(1);
        two.powerOn();
        operations.awaitReady(second, ARRIVAL);
        assertThat(first.etcd().members()).hasSize(3);
    }

    @Test
    void isNotUpgradedWhileAMemberIsStopped() {
        network.faults().order(FaultSpec.parse("boot:etcd-stopped@cp-3"));
        three.powerOff();
        three.powerOn();
        assertFails(
                () -> first.upgrades().whole("ghcr.io/siderolabs/installer:v1.13.9"),
                ErrorCode.NOT_READY,
                "is not healthy; all members must be healthy");
        assertThat(availability().report().lowestMargin()).isZero();
        three.powerOff();
        three.powerOn();
        operations.awaitReady(third, ARRIVAL);
    }

    @Test
    void readsAndAppliesItsConfiguration() {
        String configuration = first.resources().configuration();
        assertThat(configuration).isEqualTo(one.configuration());
        assertThat(first.apply(configuration, ApplyMode.NO_REBOOT, false).mode())
                .isEqualTo(ApplyMode.NO_REBOOT);
    }
}
