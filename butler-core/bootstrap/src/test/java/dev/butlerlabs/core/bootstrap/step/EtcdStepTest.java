package dev.butlerlabs.core.bootstrap.step;

import static dev.butlerlabs.core.bootstrap.step.FakeTalosNodes.learner;
import static dev.butlerlabs.core.bootstrap.step.FakeTalosNodes.voter;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.butlerlabs.core.embedded.testing.CrashPositions;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.reconcile.StepResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class EtcdStepTest {
    private static final String FIRST = "10.0.0.10";
    private static final String SECOND = "10.0.0.11";
    private static final String WORKER = "10.0.0.12";

    private final BootstrapStepWorld world = prepared();

    private static BootstrapStepWorld prepared() {
        BootstrapStepWorld world = BootstrapStepWorld.onPremises().withRunningMachines();
        world.talos.node(FIRST).running("demo-cp-0");
        world.talos.node(SECOND).running("demo-cp-1");
        world.talos.node(WORKER).running("demo-worker-0");
        return world;
    }

    @AfterEach
    void close() {
        assertEquals(0, world.talos.open(), "connections left open");
        world.close();
    }

    private static StepResult run(BootstrapStepWorld world) {
        return new EtcdStep(world.talos, world.options).run(world.contextWithMachines());
    }

    private static StepResult waiting(String message) {
        return StepResult.waiting("WaitingForEtcd", message, BootstrapStepWorld.POLL);
    }

    @Test
    void bootstrapsTheFirstControlPlane() {
        assertEquals(waiting("Starting etcd on 10.0.0.10."), run(world));
        assertEquals(1, world.talos.node(FIRST).bootstraps);
        assertEquals(0, world.talos.node(SECOND).bootstraps);
        assertEquals(0, world.talos.node(WORKER).bootstraps);
    }

    @Test
    void connectsWithTheTalosconfigOfTheCluster() {
        run(world);

        assertEquals(Set.of(world.contextWithSecrets().talos().talosconfig()), world.talos.talosconfigs());
    }

    @Test
    void isDoneWhenTheFirstControlPlaneHasMembers() {
        world.talos.node(FIRST).etcdMembers = List.of(voter("demo-cp-0"));

        assertEquals(StepResult.done("Etcd is running."), run(world));
        assertEquals(0, world.talos.node(FIRST).bootstraps);
    }

    @Test
    void isDoneWhenAnotherControlPlaneHasMembersWhileTheFirstIsDown() {
        world.talos.node(FIRST).securedError = Optional.of(ErrorCode.UNREACHABLE);
        world.talos.node(SECOND).etcdMembers = List.of(voter("demo-cp-0"), learner("demo-cp-1"));

        assertEquals(StepResult.done("Etcd is running."), run(world));
        assertEquals(0, world.talos.node(FIRST).bootstraps);
    }

    @Test
    void doesNotReadTheMembersOfWorkers() {
        world.talos.node(WORKER).etcdMembers = List.of(voter("demo-worker-0"));

        assertEquals(waiting("Starting etcd on 10.0.0.10."), run(world));
    }

    @Test
    void waitsIfEtcdIsAlreadyBootstrapped() {
        run(world);

        assertEquals(waiting("Starting etcd on 10.0.0.10."), run(world));
        assertEquals(1, world.talos.node(FIRST).bootstraps);
    }

    @Test
    void doesNotInterruptTheDownloadOfEtcdWithAnotherRequest() {
        world.talos.node(FIRST).downloadsEtcd = true;
        EtcdStep step = new EtcdStep(world.talos, world.options);

        for (int seconds = 0; seconds < 120; seconds += 10) {
            assertEquals(waiting("Starting etcd on 10.0.0.10."), step.run(world.contextWithMachines()));
            world.clock.pass(10);
        }
        assertEquals(1, world.talos.node(FIRST).bootstraps);
    }

    /** A machine that restarts before etcd has data forgets the request. */
    @Test
    void repeatsTheRequestLessAndLessOften() {
        world.talos.node(FIRST).downloadsEtcd = true;
        EtcdStep step = new EtcdStep(world.talos, world.options);
        List<Integer> requests = new ArrayList<>();

        for (int minute = 0; minute <= 64; minute++) {
            step.run(world.contextWithMachines());
            requests.add(world.talos.node(FIRST).bootstraps);
            world.clock.pass(60);
        }
        assertEquals(List.of(0, 2, 6, 14, 30, 46, 62), firstMinutes(requests));
    }

    /** Returns the minutes at which the number changes. */
    private static List<Integer> firstMinutes(List<Integer> numbers) {
        return IntStream.range(0, numbers.size())
                .filter(minute -> minute == 0 || !numbers.get(minute).equals(numbers.get(minute - 1)))
                .boxed()
                .toList();
    }

    @Test
    void bootstrapsWhereTheListOfMembersFails() {
        world.talos.node(FIRST).membersError = Optional.of(ErrorCode.INTERNAL);
        world.talos.node(SECOND).membersError = Optional.of(ErrorCode.FORBIDDEN);

        assertEquals(waiting("Starting etcd on 10.0.0.10."), run(world));
        assertEquals(1, world.talos.node(FIRST).bootstraps);
    }

    @Test
    void stopsWhenTheRunIsCancelled() {
        world.talos.node(FIRST).membersError = Optional.of(ErrorCode.CANCELLED);

        assertEquals(
                ErrorCode.CANCELLED,
                assertThrows(ButlerException.class, () -> run(world)).code());
        assertEquals(0, world.talos.node(FIRST).bootstraps);
    }

    @ParameterizedTest
    @EnumSource(
            value = ErrorCode.class,
            names = {"NOT_READY", "UNREACHABLE", "TIMEOUT", "UNTRUSTED_CERTIFICATE"})
    void waitsForAMachineThatIsNotReady(ErrorCode code) {
        world.talos.node(FIRST).bootstrapError = Optional.of(code);

        assertEquals(waiting(code + " at 10.0.0.10"), run(world));
    }

    @ParameterizedTest
    @EnumSource(
            value = ErrorCode.class,
            names = {"FORBIDDEN", "INTERNAL", "EXPIRED_CREDENTIALS", "CANCELLED"})
    void passesOnOtherErrors(ErrorCode code) {
        world.talos.node(FIRST).bootstrapError = Optional.of(code);

        assertEquals(code, assertThrows(ButlerException.class, () -> run(world)).code());
    }

    private StepResult voters() {
        return new EtcdStep(world.talos, world.options).awaitVoters(world.contextWithMachines());
    }

    private static StepResult waitingForVoters(String message) {
        return StepResult.waiting("WaitingForEtcdMembers", message, BootstrapStepWorld.POLL);
    }

    @Test
    void waitsForAControlPlaneThatIsALearner() {
        world.talos.node(FIRST).etcdMembers = List.of(voter("demo-cp-0"), learner("demo-cp-1"));

        assertEquals(waitingForVoters("1/2 control planes vote in etcd; demo-cp-1 is a learner"), voters());
    }

    @Test
    void waitsForAControlPlaneThatHasNotJoinedEtcd() {
        world.talos.node(SECOND).etcdMembers = List.of(voter("demo-cp-1"), voter("another"));

        assertEquals(waitingForVoters("1/2 control planes vote in etcd; demo-cp-0 has not joined"), voters());
    }

    @Test
    void waitsForVotersIfNoControlPlaneAnswers() {
        world.talos.node(FIRST).securedError = Optional.of(ErrorCode.UNREACHABLE);
        world.talos.node(SECOND).membersError = Optional.of(ErrorCode.TIMEOUT);

        assertEquals(waitingForVoters("0/2 control planes vote in etcd; demo-cp-0 has not joined"), voters());
    }

    @Test
    void isDoneWhenAllControlPlanesVote() {
        world.talos.node(FIRST).securedError = Optional.of(ErrorCode.UNREACHABLE);
        world.talos.node(SECOND).etcdMembers = List.of(voter("demo-cp-0"), voter("demo-cp-1"));

        assertEquals(StepResult.done("3 nodes are ready."), voters());
    }

    @Test
    void bootstrapsOnceAfterACrash() {
        assertEquals(1, CrashPositions.check(EtcdStepTest::prepared, EtcdStepTest::run));
    }
}
