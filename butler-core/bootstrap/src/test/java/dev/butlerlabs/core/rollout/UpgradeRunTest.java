package dev.butlerlabs.core.rollout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.progress.ProgressEvent;
import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.core.progress.ResourceState;
import dev.butlerlabs.core.rollout.FakeUpgradeGateway.Fault;
import dev.butlerlabs.core.talos.config.KubernetesComponent;
import dev.butlerlabs.core.testing.SteppedClock;
import dev.butlerlabs.core.upgrade.UpgradeTarget;
import dev.butlerlabs.core.version.ReleaseVersion;
import dev.butlerlabs.core.version.VersionList;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class UpgradeRunTest {
    private static final UpgradeTimeouts TIMEOUTS =
            new UpgradeTimeouts(Duration.ofMinutes(10), Duration.ofMinutes(2), Duration.ofSeconds(5));

    private final SteppedClock clock = new SteppedClock();
    private final List<ProgressEvent> events = new ArrayList<>();

    private UpgradeRun run(FakeUpgradeGateway gateway, String talos, String kubernetes) {
        return new UpgradeRun(
                gateway,
                VersionList.current(),
                new UpgradeTarget(version(talos), version(kubernetes)),
                TIMEOUTS,
                new ProgressReporter(events::add, clock),
                clock,
                duration -> clock.pass(duration.toSeconds()),
                () -> {});
    }

    private static Optional<ReleaseVersion> version(String text) {
        return ReleaseVersion.find(text);
    }

    @Test
    void upgradesOneNodeAtATimeControlPlanesFirst() {
        FakeUpgradeGateway gateway = FakeUpgradeGateway.of(3, 2, "v1.12.7", "v1.35.4");
        run(gateway, "v1.13.9", "").upgradeNodes();
        assertThat(gateway.changes)
                .filteredOn(change -> change.startsWith("upgrade"))
                .containsExactly(
                        "upgrade cp-0 v1.13.9",
                        "upgrade cp-1 v1.13.9",
                        "upgrade cp-2 v1.13.9",
                        "upgrade worker-0 v1.13.9",
                        "upgrade worker-1 v1.13.9");
        assertThat(gateway.recorded).isEqualTo("v1.13.9 v1.35.4");
        assertThat(gateway.machines.values()).allMatch(machine -> machine.attempt.isEmpty());
    }

    @Test
    void upgradesKubernetesInTheOrderOfTheSkewPolicy() {
        FakeUpgradeGateway gateway = FakeUpgradeGateway.of(2, 1, "v1.13.9", "v1.35.4");
        run(gateway, "", "v1.36.6").upgradeNodes();
        assertThat(gateway.changes)
                .containsExactly(
                        "pull v1.36.6",
                        "set cp-0 kube-apiserver v1.36.6",
                        "set cp-1 kube-apiserver v1.36.6",
                        "set cp-0 kube-controller-manager v1.36.6",
                        "set cp-1 kube-controller-manager v1.36.6",
                        "set cp-0 kube-scheduler v1.36.6",
                        "set cp-1 kube-scheduler v1.36.6",
                        "set cp-0 kube-proxy v1.36.6",
                        "set cp-1 kube-proxy v1.36.6",
                        "set cp-0 kubelet v1.36.6",
                        "set cp-1 kubelet v1.36.6",
                        "set worker-0 kubelet v1.36.6",
                        "manifests");
        assertThat(gateway.recorded).isEqualTo("v1.13.9 v1.36.6");
    }

    @Test
    void takesEveryStepOfTheWayToTheNewestVersions() {
        FakeUpgradeGateway gateway = FakeUpgradeGateway.of(1, 1, "v1.8.3", "v1.30.2");
        run(gateway, "v1.14.1", "v1.37.2").upgradeNodes();
        assertThat(gateway.changes)
                .filteredOn(change -> change.startsWith("upgrade cp-0") || change.startsWith("set cp-0 kubelet"))
                .hasSize(6 + 7);
        assertThat(gateway.recorded).isEqualTo("v1.14.1 v1.37.2");
    }

    @Test
    void changesNothingIfTheTargetIsReached() {
        FakeUpgradeGateway gateway = FakeUpgradeGateway.of(3, 2, "v1.14.1", "v1.37.2");
        assertThat(run(gateway, "v1.14.1", "v1.37.2").upgradeNodes()).isZero();
        assertThat(gateway.changes).containsExactly("manifests");
    }

    @Test
    void changesNothingIfAnImageDoesNotExist() {
        FakeUpgradeGateway gateway = FakeUpgradeGateway.of(3, 2, "v1.13.9", "v1.35.4");
        gateway.missingImages = Set.of("v1.36.6");
        assertThatThrownBy(() -> run(gateway, "", "v1.36.6").upgradeNodes()).hasMessage("The image does not exist.");
        assertThat(gateway.changes).isEmpty();
    }

    @Test
    void waitsForTheObjectsOfTalos() {
        FakeUpgradeGateway gateway = FakeUpgradeGateway.of(1, 0, "v1.14.1", "v1.37.2");
        gateway.manifestWaits = 2;
        run(gateway, "v1.14.1", "v1.37.2").upgradeNodes();
        assertThat(gateway.changes).containsExactly("manifests", "manifests", "manifests");

        gateway.manifestWaits = Integer.MAX_VALUE;
        assertThatThrownBy(() -> run(gateway, "v1.14.1", "v1.37.2").upgradeNodes())
                .hasMessage("The objects of Talos did not become healthy within 10 minutes: coredns is not ready.");
    }

    @Test
    void reachesTheSameStateWhereverItIsKilled() {
        FakeUpgradeGateway whole = FakeUpgradeGateway.of(3, 2, "v1.12.7", "v1.35.4");
        run(whole, "v1.13.9", "v1.36.6").upgradeNodes();
        for (int kill = 0; kill < whole.effects() * 2; kill++) {
            FakeUpgradeGateway gateway = FakeUpgradeGateway.of(3, 2, "v1.12.7", "v1.35.4");
            gateway.killAt = kill;
            assertThatThrownBy(() -> run(gateway, "v1.13.9", "v1.36.6").upgradeNodes())
                    .isInstanceOf(FakeUpgradeGateway.KilledException.class);
            gateway.killAt = -1;
            run(gateway, "v1.13.9", "v1.36.6").upgradeNodes();
            assertThat(gateway.machines.values())
                    .as("killed at %d", kill)
                    .allSatisfy(machine -> assertThat(machine)
                            .matches(one -> one.talos.equals(version("v1.13.9").orElseThrow()))
                            .matches(one -> one.attempt.isEmpty())
                            .matches(one -> one.running
                                    .get(KubernetesComponent.KUBELET)
                                    .equals(version("v1.36.6").orElseThrow())));
            assertThat(gateway.recorded).isEqualTo("v1.13.9 v1.36.6");
        }
    }

    @Test
    void stopsAtTheFirstNodeThatReturnsToItsPreviousVersion() {
        FakeUpgradeGateway gateway = FakeUpgradeGateway.of(3, 2, "v1.12.7", "v1.35.4");
        gateway.machines.get("cp-1").fault = Fault.RETURNS_TO_PREVIOUS_VERSION;
        failure(gateway, "v1.13.9", "").hasMessageContaining("cp-1 did not start Talos v1.13.9 and runs v1.12.7 again");
        assertThat(gateway.changes).doesNotContain("upgrade cp-2 v1.13.9");
        gateway.machines.get("cp-1").fault = Fault.NONE;
        run(gateway, "v1.13.9", "").upgradeNodes();
        assertThat(gateway.recorded).isEqualTo("v1.13.9 v1.35.4");
    }

    @Test
    void namesWhyANodeReturnsToItsPreviousVersionIfItsMachineReportedIt() {
        FakeUpgradeGateway gateway = FakeUpgradeGateway.of(3, 2, "v1.12.7", "v1.35.4");
        gateway.machines.get("cp-1").fault = Fault.RETURNS_TO_PREVIOUS_VERSION;
        gateway.upgradeFailures = Map.of("cp-1", "no space left on device", "cp-0", "another reason");
        failure(gateway, "v1.13.9", "").hasMessageContaining("runs v1.12.7 again: no space left on device.");
    }

    @Test
    void stopsIfANodeDoesNotComeBack() {
        FakeUpgradeGateway gateway = FakeUpgradeGateway.of(3, 2, "v1.12.7", "v1.35.4");
        gateway.machines.get("cp-0").fault = Fault.STAYS_AWAY;
        failure(gateway, "v1.13.9", "")
                .hasMessageContaining(
                        "cp-0 did not become healthy within 10 minutes: the state of the machine is unknown because connection refused");
        assertThat(gateway.changes).doesNotContain("upgrade cp-1 v1.13.9");
    }

    @Test
    void returnsANodeToItsPreviousVersionIfItDoesNotBecomeHealthy() {
        FakeUpgradeGateway gateway = FakeUpgradeGateway.of(3, 0, "v1.12.7", "v1.35.4");
        gateway.machines.get("cp-0").fault = Fault.NEVER_READY_WITH_NEW_VERSION;
        failure(gateway, "v1.13.9", "")
                .hasMessageContaining(
                        "cp-0 did not become healthy with Talos v1.13.9 and was returned to v1.12.7: the machine is");
        assertThat(gateway.changes).contains("roll back cp-0").doesNotContain("upgrade cp-1 v1.13.9");
        assertThat(gateway.machines.get("cp-0").attempt).isEmpty();
    }

    @Test
    void stopsIfAKubeletDoesNotRestart() {
        FakeUpgradeGateway gateway = FakeUpgradeGateway.of(1, 2, "v1.13.9", "v1.35.4");
        gateway.machines.get("worker-0").fault = Fault.KUBELET_DOES_NOT_RESTART;
        failure(gateway, "", "v1.36.6")
                .hasMessageContaining("worker-0 did not become healthy")
                .hasMessageContaining("kubelet runs v1.35.4 instead of v1.36.6");
        assertThat(gateway.changes).doesNotContain("set worker-1 kubelet v1.36.6");
    }

    @Test
    void startsNothingWhileAnotherNodeIsNotHealthy() {
        FakeUpgradeGateway gateway = FakeUpgradeGateway.of(3, 1, "v1.12.7", "v1.35.4");
        gateway.machines.get("worker-0").isBroken = true;
        failure(gateway, "v1.13.9", "")
                .hasMessageContaining("The upgrade stopped because of worker-0: the machine is running, not ready");
        assertThat(gateway.changes).isEmpty();
    }

    @Test
    void leavesNoRecordOfARejectedUpgrade() {
        FakeUpgradeGateway gateway = FakeUpgradeGateway.of(3, 1, "v1.12.7", "v1.35.4");
        gateway.machines.get("cp-0").fault = Fault.REJECTS_INSTALLER;
        assertThatThrownBy(() -> run(gateway, "v1.13.9", "").upgradeNodes())
                .hasMessageContaining("The installer image does not exist");
        assertThat(gateway.machines.get("cp-0").attempt).isEmpty();
    }

    @Test
    void repeatsChangesThatDidNotReachTheServer() {
        FakeUpgradeGateway gateway = FakeUpgradeGateway.of(3, 1, "v1.12.7", "v1.35.4");
        gateway.lossesLeft = 5;
        run(gateway, "v1.13.9", "v1.36.6").upgradeNodes();
        assertThat(gateway.recorded).isEqualTo("v1.13.9 v1.36.6");
    }

    @Test
    void namesWhyAMachineDoesNotAcceptAnUpgrade() {
        FakeUpgradeGateway gateway = FakeUpgradeGateway.of(3, 1, "v1.12.7", "v1.35.4");
        gateway.machines.get("cp-0").fault = Fault.NEVER_ACCEPTS;
        failure(gateway, "v1.13.9", "")
                .hasMessageContaining("cp-0 did not become healthy within 10 minutes: etcd is not healthy.");
        assertThat(events.stream().filter(ProgressEvent.Started.class::isInstance))
                .hasSize(1);
    }

    @Test
    void rejectsATargetWithoutAPath() {
        FakeUpgradeGateway gateway = FakeUpgradeGateway.of(1, 0, "v1.13.9", "v1.36.6");
        failure(gateway, "v1.12.7", "").hasMessageContaining("cannot be downgraded");
        assertThat(gateway.changes).isEmpty();
    }

    @Test
    void upgradesThePlatform() {
        FakeUpgradeGateway gateway = FakeUpgradeGateway.of(1, 0, "v1.13.9", "v1.36.6");
        assertThat(run(gateway, "", "").upgradePlatform()).isEqualTo(12);
        gateway.platform = new PlatformProgress.Failed("cilium: the chart fails");
        assertThatThrownBy(() -> run(gateway, "", "").upgradePlatform()).hasMessage("cilium: the chart fails.");
        gateway.platform = new PlatformProgress.Pending("cilium: 1/3 pods ready");
        assertThatThrownBy(() -> run(gateway, "", "").upgradePlatform())
                .hasMessage("The platform addons were not ready within 10 minutes: cilium: 1/3 pods ready.");
    }

    @Test
    void reportsEachChangeAsAStep() {
        FakeUpgradeGateway gateway = FakeUpgradeGateway.of(1, 0, "v1.12.7", "v1.35.4");
        run(gateway, "v1.13.9", "").upgradeNodes();
        assertThat(events).hasAtLeastOneElementOfType(ProgressEvent.Waiting.class);
        assertThat(events.stream()
                        .filter(event -> !(event instanceof ProgressEvent.Waiting))
                        .filter(event -> !(event instanceof ProgressEvent.MachineChanged)))
                .extracting(event -> event instanceof ProgressEvent.Started started
                        ? started.title()
                        : event.getClass().getSimpleName())
                .containsExactly(
                        "Upgrading cp-0 to Talos v1.13.9",
                        "Done",
                        "Updating CoreDNS and the other objects of Talos",
                        "Done");
    }

    @Test
    void reportsTheStateOfEachNodeWhenItChanges() {
        FakeUpgradeGateway gateway = FakeUpgradeGateway.of(1, 1, "v1.12.7", "v1.35.4");
        run(gateway, "v1.13.9", "").upgradeNodes();
        List<ProgressEvent.MachineChanged> changes = events.stream()
                .filter(ProgressEvent.MachineChanged.class::isInstance)
                .map(ProgressEvent.MachineChanged.class::cast)
                .filter(change -> change.machine().equals("cp-0"))
                .toList();
        assertThat(changes.getFirst().state()).isEqualTo(ResourceState.READY);
        assertThat(changes.getFirst().detail()).isEqualTo("Talos v1.12.7, Kubernetes v1.35.4");
        assertThat(changes).extracting(ProgressEvent.MachineChanged::state).contains(ResourceState.UPGRADING);
        assertThat(changes.getLast().state()).isEqualTo(ResourceState.READY);
        assertThat(changes.getLast().detail()).isEqualTo("Talos v1.13.9, Kubernetes v1.35.4");
    }

    private org.assertj.core.api.AbstractThrowableAssert<?, ? extends Throwable> failure(
            FakeUpgradeGateway gateway, String talos, String kubernetes) {
        return assertThatThrownBy(() -> run(gateway, talos, kubernetes).upgradeNodes())
                .isInstanceOfSatisfying(
                        ButlerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.OPERATION_FAILED));
    }
}
