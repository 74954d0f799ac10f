package dev.butlerlabs.core.bootstrap.step;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.api.SecretKeyReference;
import dev.butlerlabs.core.bootstrap.plan.MachineRequestRenderer;
import dev.butlerlabs.core.bootstrap.plan.ManagementClusterPlan.PlannedMachine;
import dev.butlerlabs.core.embedded.testing.CrashPositions;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.reconcile.EventRecorder;
import dev.butlerlabs.core.reconcile.StepResult;
import dev.butlerlabs.core.talos.client.MachineStage;
import io.fabric8.kubernetes.api.model.Event;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class TalosConfigurationStepTest {
    private static final String FIRST = "10.0.0.10";
    private static final String SECOND = "10.0.0.11";
    private static final String WORKER = "10.0.0.12";

    private BootstrapStepWorld world = BootstrapStepWorld.onPremises().withRunningMachines();

    @AfterEach
    void close() {
        assertEquals(0, world.talos.open(), "connections left open");
        world.close();
    }

    private static TalosConfigurationStep step(BootstrapStepWorld world) {
        return new TalosConfigurationStep(
                world.talos, world.options, new EventRecorder(world.client(), "test", world.clock));
    }

    private StepResult run() {
        return step(world).run(world.contextWithMachines());
    }

    private void runAll() {
        world.talos.node(FIRST).running("demo-cp-0");
        world.talos.node(SECOND).running("demo-cp-1");
        world.talos.node(WORKER).running("demo-worker-0");
    }

    private static StepResult waiting(String message) {
        return StepResult.waiting("WaitingForTalos", message, BootstrapStepWorld.POLL);
    }

    @Test
    void deliversTheConfigurationToMachinesInMaintenanceMode() {
        assertEquals(
                waiting("0/3 machines configured; demo-cp-0: received its configuration and is installing"), run());
        String controlPlane = world.talos.node(FIRST).configurations.getFirst();
        String worker = world.talos.node(WORKER).configurations.getFirst();
        assertEquals(1, world.talos.node(SECOND).configurations.size());
        assertTrue(controlPlane.contains("type: controlplane"), controlPlane);
        assertTrue(controlPlane.contains("demo-cp-0"), controlPlane);
        assertTrue(controlPlane.contains("https://10.0.0.100:6443"), controlPlane);
        assertTrue(controlPlane.contains(SECOND), "the certificate names all control planes");
        assertTrue(worker.contains("type: worker"), worker);
    }

    @Test
    void connectsWithTheTalosconfigOfTheCluster() {
        run();

        assertEquals(Set.of(world.contextWithSecrets().talos().talosconfig()), world.talos.talosconfigs());
    }

    @Test
    void recordsNoEventForAMachineWithoutUserData() {
        run();

        assertEquals(List.of(), events());
    }

    @Test
    void isDoneWhenEachMachineAnswersWithItsName() {
        runAll();
        BootstrapReconcileContext context = world.contextWithMachines();

        assertEquals(StepResult.done("3 machines configured."), step(world).run(context));
        assertEquals(
                Set.of("demo-cp-0", "demo-cp-1", "demo-worker-0"),
                context.nodes().keySet());
        assertInstanceOf(NodeProgress.Configured.class, context.nodes().get("demo-worker-0"));
        assertTrue(world.talos.node(FIRST).configurations.isEmpty());
    }

    @Test
    void acceptsAMachineThatIsStillBootingAndAQualifiedHostName() {
        runAll();
        world.talos.node(FIRST).stage = MachineStage.BOOTING;
        world.talos.node(SECOND).hostname = "demo-cp-1.example.test";

        assertEquals(StepResult.done("3 machines configured."), run());
    }

    @ParameterizedTest
    @EnumSource(
            value = MachineStage.class,
            names = {"INSTALLING", "REBOOTING", "UPGRADING", "UNKNOWN", "MAINTENANCE", "RESETTING", "SHUTTING_DOWN"})
    void waitsForAConfiguredMachineInAnotherStage(MachineStage stage) {
        runAll();
        world.talos.node(SECOND).stage = stage;

        assertEquals(waiting("2/3 machines configured; demo-cp-1: is configured and " + stage), run());
    }

    @Test
    void waitsIfAnotherMachineOfTheClusterAnswers() {
        runAll();
        world.talos.node(SECOND).hostname = "demo-cp-10";

        assertEquals(
                waiting(
                        "2/3 machines configured; demo-cp-1: 10.0.0.11 is the address of another machine of this cluster, demo-cp-10"),
                run());
    }

    @ParameterizedTest
    @EnumSource(
            value = ErrorCode.class,
            names = {"UNREACHABLE", "TIMEOUT", "NOT_READY"})
    void waitsForAMachineThatDoesNotAnswer(ErrorCode code) {
        runAll();
        world.talos.node(FIRST).securedError = Optional.of(code);

        assertEquals(waiting("2/3 machines configured; demo-cp-0: %s at 10.0.0.10".formatted(code)), run());
        assertTrue(world.talos.node(FIRST).configurations.isEmpty());
    }

    /** Without Talos's discovery service a worker has no certificate until the Kubernetes API runs. */
    @ParameterizedTest
    @EnumSource(
            value = ErrorCode.class,
            names = {"UNREACHABLE", "TIMEOUT", "NOT_READY"})
    void isDoneWhenOnlyWorkersDoNotAnswer(ErrorCode code) {
        runAll();
        world.talos.node(WORKER).securedError = Optional.of(code);

        assertEquals(StepResult.done("2/3 machines configured; demo-worker-0: %s at 10.0.0.12".formatted(code)), run());
    }

    @Test
    void deliversTheConfigurationToAWorkerThatStartsAfterTheControlPlanes() {
        runAll();
        world.talos.node(WORKER).securedError = Optional.of(ErrorCode.UNTRUSTED_CERTIFICATE);

        assertEquals(
                StepResult.done("2/3 machines configured; demo-worker-0: received its configuration and is installing"),
                run());
        assertEquals(1, world.talos.node(WORKER).configurations.size());
    }

    @Test
    void failsIfAMachineRejectsTheCertificateOfTheCluster() {
        runAll();
        world.talos.node(WORKER).securedError = Optional.of(ErrorCode.FORBIDDEN);
        BootstrapReconcileContext context = world.contextWithMachines();

        assertEquals(
                StepResult.failed("TalosConfigurationRefused", "demo-worker-0: FORBIDDEN at 10.0.0.12"),
                step(world).run(context));
        assertInstanceOf(NodeProgress.Refused.class, context.nodes().get("demo-worker-0"));
    }

    @Test
    void aRejectionIsReportedBeforeAWait() {
        world.talos.node(FIRST).securedError = Optional.of(ErrorCode.UNREACHABLE);
        world.talos.node(WORKER).securedError = Optional.of(ErrorCode.FORBIDDEN);

        assertInstanceOf(StepResult.Failed.class, run());
    }

    @Test
    void waitsForAMachineThatHasLeftMaintenanceMode() {
        runAll();
        world.talos.node(FIRST).securedError = Optional.of(ErrorCode.UNTRUSTED_CERTIFICATE);
        world.talos.node(FIRST).maintenanceError = Optional.of(ErrorCode.UNAUTHENTICATED);

        assertEquals(
                waiting(
                        "2/3 machines configured; demo-cp-0: has left maintenance mode; it is restarting or belongs to another cluster"),
                run());
    }

    @ParameterizedTest
    @EnumSource(
            value = ErrorCode.class,
            names = {"UNREACHABLE", "TIMEOUT"})
    void waitsForAMachineThatClosesTheMaintenanceConnection(ErrorCode code) {
        runAll();
        world.talos.node(FIRST).securedError = Optional.of(ErrorCode.UNTRUSTED_CERTIFICATE);
        world.talos.node(FIRST).maintenanceError = Optional.of(code);

        assertEquals(
                waiting(
                        "2/3 machines configured; demo-cp-0: its certificate is not from this cluster; it is restarting or belongs to another cluster (%s at 10.0.0.10)"
                                .formatted(code)),
                run());
    }

    @Test
    void waitsForAMachineThatIsNotReadyForItsConfiguration() {
        runAll();
        world.talos.node(FIRST).securedError = Optional.of(ErrorCode.UNTRUSTED_CERTIFICATE);
        world.talos.node(FIRST).maintenanceError = Optional.of(ErrorCode.NOT_READY);

        assertEquals(waiting("2/3 machines configured; demo-cp-0: NOT_READY at 10.0.0.10"), run());
    }

    @Test
    void failsIfAMachineRejectsItsConfiguration() {
        world.talos.node(FIRST).maintenanceError = Optional.of(ErrorCode.INVALID_INPUT);

        assertEquals(StepResult.failed("TalosConfigurationRefused", "demo-cp-0: INVALID_INPUT at 10.0.0.10"), run());
    }

    @Test
    void namesUnreadUserDataIfAMachineRejectsItsConfiguration() {
        useUserData();
        world.talos.node(FIRST).maintenanceError = Optional.of(ErrorCode.INVALID_INPUT);

        assertEquals(
                StepResult.failed(
                        "TalosConfigurationRefused",
                        "demo-cp-0: it started without the configuration in its user data, and its API reports: INVALID_INPUT at 10.0.0.10"),
                run());
    }

    @Test
    void aWaitAfterUserDataKeepsItsMessage() {
        useUserData();
        runAll();
        world.talos.node(FIRST).securedError = Optional.of(ErrorCode.UNTRUSTED_CERTIFICATE);
        world.talos.node(FIRST).maintenanceError = Optional.of(ErrorCode.NOT_READY);

        assertEquals(waiting("2/3 machines configured; demo-cp-0: NOT_READY at 10.0.0.10"), run());
    }

    @Test
    void warnsOnceAboutUserDataThatWasNotRead() {
        useUserData();
        runAll();
        world.talos.node(FIRST).securedError = Optional.of(ErrorCode.UNTRUSTED_CERTIFICATE);
        TalosConfigurationStep step = step(world);

        assertEquals(
                waiting(
                        "2/3 machines configured (over the API because the user data was not read: demo-cp-0); demo-cp-0: received its configuration and is installing"),
                step.run(world.contextWithMachines()));
        world.talos.node(FIRST).securedError = Optional.of(ErrorCode.UNTRUSTED_CERTIFICATE);
        step.run(world.contextWithMachines());
        world.talos.node(FIRST).running("demo-cp-0");

        assertEquals(
                StepResult.done("3 machines configured (over the API because the user data was not read: demo-cp-0)."),
                step.run(world.contextWithMachines()));
        assertEquals(1, events().size());
        Event event = events().getFirst();
        assertEquals("UserDataNotRead", event.getReason());
        assertEquals("Warning", event.getType());
        assertEquals("demo", event.getInvolvedObject().getName());
        assertEquals(
                "demo-cp-0 started without the configuration in its user data and received it over its API.",
                event.getMessage());
    }

    private List<Event> events() {
        return world.client().v1().events().inAnyNamespace().list().getItems();
    }

    /** Replaces the requests by requests with user data. */
    private void useUserData() {
        world.close();
        world = BootstrapStepWorld.onPremises();
        List<PlannedMachine> machines = world.context().plan().machines();
        for (int i = 0; i < machines.size(); i++) {
            MachineRequest request = MachineRequestRenderer.of(
                    world.bootstrap(),
                    world.context().plan(),
                    machines.get(i),
                    Optional.of(new SecretKeyReference("user-data", "userData")));
            world.create(request);
            world.status(machines.get(i).name(), BootstrapStepWorld.running("10.0.0.%d".formatted(10 + i)));
        }
    }

    @Test
    void needsTheEndpoint() {
        BootstrapReconcileContext context = world.contextWithSecrets();

        assertThrows(java.util.NoSuchElementException.class, () -> step(world).run(context));
    }

    @Test
    void configuresEachMachineAfterACrash() {
        int positions = CrashPositions.check(
                () -> BootstrapStepWorld.onPremises().withRunningMachines(),
                each -> step(each).run(each.contextWithMachines()));
        assertEquals(3, positions);
    }
}
