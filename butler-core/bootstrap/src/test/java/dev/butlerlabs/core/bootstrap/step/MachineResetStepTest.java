package dev.butlerlabs.core.bootstrap.step;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.butlerlabs.core.embedded.testing.CrashPositions;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.etcd.SnapshotSource;
import dev.butlerlabs.core.reconcile.StepResult;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The removal of old state before a restore, and the recovery of etcd on one machine. */
final class MachineResetStepTest {
    private static final String FIRST = "10.0.0.10";
    private static final String SECOND = "10.0.0.11";
    private static final String WORKER = "10.0.0.12";
    private static final String ENDPOINT = "10.0.0.100";
    private static final Set<String> ALL = Set.of("demo-cp-0", "demo-cp-1", "demo-worker-0");
    private static final SnapshotSource SNAPSHOT = SnapshotSource.of(new byte[] {1});

    private BootstrapStepWorld world = existing(ALL);

    /** A cluster whose machines run, of which some existed before the restore. */
    private static BootstrapStepWorld existing(Set<String> names) {
        BootstrapStepWorld world = BootstrapStepWorld.onPremises().withRunningMachines();
        world.talos.node(FIRST).running("demo-cp-0").etcdData = names.contains("demo-cp-0");
        world.talos.node(SECOND).running("demo-cp-1").etcdData = names.contains("demo-cp-1");
        world.talos.node(WORKER).running("demo-worker-0");
        RecoveryRecord.start(world.client(), world.bootstrap(), "backup-1", names);
        return world;
    }

    @AfterEach
    void close() {
        assertEquals(0, world.talos.open(), "connections left open");
        world.close();
    }

    private void use(BootstrapStepWorld other) {
        world.close();
        world = other;
    }

    private static MachineResetStep step(BootstrapStepWorld world) {
        return new MachineResetStep(world.client(), world.talos, world.options, Optional.of(ENDPOINT));
    }

    private StepResult run() {
        return step(world).run(world.contextWithMachines());
    }

    private static EtcdStep etcd(BootstrapStepWorld world) {
        return new EtcdStep(world.talos, world.options, new RecoveredEtcdSource(world.client(), SNAPSHOT));
    }

    private StepResult recover() {
        return etcd(world).run(world.contextWithMachines());
    }

    private static StepResult waiting(String seen) {
        return StepResult.waiting("WaitingForReset", seen, BootstrapStepWorld.POLL);
    }

    private List<Integer> wipes() {
        return List.of(world.talos.node(FIRST).wipes, world.talos.node(SECOND).wipes, world.talos.node(WORKER).wipes);
    }

    @Test
    void wipesControlPlanesAndRebootsWorkers() {
        assertEquals(waiting("demo-cp-0 is shutting down"), run());
        assertEquals(List.of(1, 1, 0), wipes());
        assertEquals(2, world.talos.node(WORKER).boots);

        assertEquals(StepResult.done("Wiped: demo-cp-0, demo-cp-1. Rebooted: demo-worker-0."), run());
        assertEquals(List.of(1, 1, 0), wipes());
    }

    @Test
    void leavesNewMachinesUnchanged() {
        use(existing(Set.of()));

        assertEquals(StepResult.done("All machines are new."), run());
        assertEquals(1, world.talos.node(WORKER).boots);
    }

    @Test
    void wipesOnlyMachinesThatExistedBefore() {
        use(existing(Set.of("demo-cp-1")));

        run();
        assertEquals(StepResult.done("Wiped: demo-cp-1."), run());
        assertEquals(List.of(0, 1, 0), wipes());
    }

    /** As long as the old etcd has a quorum, a wiped control plane would join it again. */
    @Test
    void wipesNoControlPlaneBeforeAllAnswer() {
        world.talos.node(SECOND).securedError = Optional.of(ErrorCode.UNREACHABLE);

        assertEquals(waiting("demo-cp-1 does not answer"), run());
        assertEquals(List.of(0, 0, 0), wipes());
    }

    @Test
    void wipesAControlPlaneAgainThatJoinedTheOldEtcd() {
        run();
        world.talos.node(FIRST).etcdData = true;

        assertEquals(waiting("demo-cp-0 is shutting down"), run());
        assertEquals(List.of(2, 1, 0), wipes());
        assertTrue(run() instanceof StepResult.Done);
    }

    /** A machine that the restore created joins the old etcd if that has a quorum. */
    @Test
    void wipesANewControlPlaneThatJoinedTheOldEtcd() {
        use(existing(Set.of("demo-cp-1")));
        world.talos.node(FIRST).etcdData = true;

        run();
        assertEquals(StepResult.done("Wiped: demo-cp-0, demo-cp-1."), run());
        assertEquals(List.of(1, 1, 0), wipes());
    }

    @Test
    void continuesWithoutAWorkerThatDoesNotAnswer() {
        world.talos.node(WORKER).securedError = Optional.of(ErrorCode.TIMEOUT);
        run();

        assertTrue(run() instanceof StepResult.Done);
        assertEquals(1, world.talos.node(WORKER).boots);
    }

    @Test
    void wipesNothingAfterTheDecisionWhereEtcdIsRecovered() {
        run();
        recover();
        world.talos.node(SECOND).etcdData = true;

        assertTrue(run() instanceof StepResult.Done);
        assertEquals(List.of(1, 1, 0), wipes());
    }

    @Test
    void rejectsExistingMachinesWithAnotherEndpoint() {
        StepResult result = new MachineResetStep(world.client(), world.talos, world.options, Optional.of("10.0.0.99"))
                .run(world.contextWithMachines());

        assertEquals(
                StepResult.failed(
                        "EndpointChanged",
                        "The API endpoint is now 10.0.0.100, but demo-cp-0, demo-cp-1, demo-worker-0 still use 10.0.0.99. Delete these machines, and rerun the command: they are recreated."),
                result);
        assertEquals(List.of(0, 0, 0), wipes());
    }

    @Test
    void rejectsAnotherBackupThanThatOfTheInterruptedRun() {
        ButlerException other = assertThrows(
                ButlerException.class,
                () -> RecoveryRecord.start(world.client(), world.bootstrap(), "backup-2", Set.of()));

        assertEquals(ErrorCode.CONFLICT, other.code());
    }

    @Test
    void keepsTheMachinesThatTheInterruptedRunFound() {
        RecoveryRecord.start(world.client(), world.bootstrap(), "backup-1", Set.of("demo-cp-0"));

        assertEquals(
                ALL, RecoveryRecord.of(world.client(), world.context()).read().existing());
    }

    @Test
    void recoversEtcdOnTheFirstControlPlaneAfterRecordingIt() {
        use(existing(Set.of()));
        int before = world.effects().count();

        assertEquals("Starting etcd on 10.0.0.10.", recover().message());
        assertEquals(
                List.of(
                        "PUT /api/v1/namespaces/butler-system/configmaps/demo-recovery",
                        "upload 10.0.0.10",
                        "recover 10.0.0.10"),
                world.effects().all().subList(before, world.effects().count()));
    }

    @Test
    void doesNotRecoverAMachineWithData() {
        use(existing(Set.of()));
        recover();

        recover();
        assertEquals(1, world.talos.node(FIRST).recoveries);
        assertEquals(0, world.talos.node(SECOND).recoveries);
    }

    /** Another control plane may have joined the lost one, and have newer data. */
    @Test
    void doesNotRecoverEtcdOnAMachineThatReplacesTheFirst() {
        use(existing(Set.of()));
        recover();
        world.talos.node(FIRST).etcdData = false;
        world.status("demo-cp-0", BootstrapStepWorld.running("10.0.0.20"));
        world.talos.node("10.0.0.20").running("demo-cp-0");

        assertEquals(
                StepResult.failed(
                        "RecoveredMachineLost",
                        "etcd was recovered on demo-cp-0 (vm-10.0.0.10), which was replaced by demo-cp-0 (vm-10.0.0.20). Rerun the command with --start-over to recover the cluster again."),
                recover());
        assertEquals(0, world.talos.node("10.0.0.20").recoveries);
    }

    @Test
    @Tag("slow")
    void wipesAndRecoversOnceAfterACrash() {
        int positions = CrashPositions.check(() -> existing(ALL), MachineResetStepTest::resetAndRecover);

        assertEquals(7, positions);
    }

    @Test
    void recoversOnceOnNewMachinesAfterACrash() {
        assertEquals(3, CrashPositions.check(() -> existing(Set.of()), MachineResetStepTest::resetAndRecover));
    }

    /** Runs both steps as a reconciliation does: the second only if the first is done. */
    private static void resetAndRecover(BootstrapStepWorld world) {
        StepResult result = step(world).run(world.contextWithMachines());
        while (!(result instanceof StepResult.Done)) {
            result = step(world).run(world.contextWithMachines());
        }
        etcd(world).run(world.contextWithMachines());
    }
}
