package dev.butlerlabs.core.bootstrap.step;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.butlerlabs.core.addon.AddonState;
import dev.butlerlabs.core.api.ClusterBootstrapStatus;
import dev.butlerlabs.core.api.ClusterBootstrapStatus.Machine;
import dev.butlerlabs.core.api.ClusterBootstrapStatusBuilder;
import dev.butlerlabs.core.reconcile.ReconcileOutcome;
import dev.butlerlabs.core.reconcile.ReconcileOutcome.Stage;
import dev.butlerlabs.core.reconcile.StepResult;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class BootstrapStatusRendererTest {
    private static final Instant NOW = Instant.ofEpochSecond(1000);
    private static final Condition NODES_READY =
            new ConditionBuilder().withType(StepNames.NODES).withStatus("True").build();

    private final BootstrapStepWorld world = BootstrapStepWorld.onPremises();

    @AfterEach
    void close() {
        world.close();
    }

    private static ReconcileOutcome at(String step, StepResult result) {
        Stage stage = result instanceof StepResult.Failed ? Stage.FAILED : Stage.PROGRESSING;
        return new ReconcileOutcome(
                stage, Optional.of(new ReconcileOutcome.Stop(step, result)), List.of(), 3, NOW, Optional.empty());
    }

    private static ReconcileOutcome ready() {
        return new ReconcileOutcome(Stage.READY, Optional.empty(), List.of(NODES_READY), 3, NOW, Optional.empty());
    }

    private static ClusterBootstrapStatus render(BootstrapReconcileContext context, ReconcileOutcome outcome) {
        return BootstrapStatusRenderer.render(context.resource(), context, outcome);
    }

    private static ReconcileOutcome waitingForTalos() {
        return at(StepNames.TALOS, StepResult.waiting("WaitingForTalos", "message"));
    }

    @Test
    void aNewBootstrapHasAnEmptyStatus() {
        ClusterBootstrapStatus status =
                render(world.context(), at(StepNames.PROVIDER, StepResult.waiting("NotFound", "message")));

        assertEquals("Pending", status.phase());
        assertEquals(List.of(), status.machines());
        assertEquals(Map.of(), status.addonsInstalled());
        assertNull(status.controlPlaneEndpoint());
        assertNull(status.failureReason());
        assertEquals(3L, status.observedGeneration());
        assertEquals(NOW, status.lastUpdated());
    }

    @Test
    void showsTheFailure() {
        ClusterBootstrapStatus status =
                render(world.context(), at(StepNames.TALOS, StepResult.failed("Refused", "why")));

        assertEquals("Failed", status.phase());
        assertEquals("Refused", status.failureReason());
        assertEquals("why", status.failureMessage());
    }

    @Test
    void showsTheEndpointAndTheMachines() {
        world.withRunningMachines();
        BootstrapReconcileContext context = world.contextWithMachines();
        context.nodes().put("demo-cp-0", new NodeProgress.Configured());
        context.nodes().put("demo-cp-1", new NodeProgress.Pending("installing"));
        context.readyNodes(Set.of("demo-worker-0"));

        ClusterBootstrapStatus status = render(context, waitingForTalos());
        assertEquals("https://10.0.0.100:6443", status.controlPlaneEndpoint());
        assertEquals(
                List.of(
                        new Machine("demo-cp-0", "control-plane", "Running", "10.0.0.10", true, false),
                        new Machine("demo-cp-1", "control-plane", "Running", "10.0.0.11", false, false),
                        new Machine("demo-worker-0", "worker", "Running", "10.0.0.12", false, true)),
                status.machines());
    }

    @Test
    void aMachineWithoutStatusIsPending() {
        BootstrapReconcileContext context = world.contextWithSecrets();
        context.endpoint("10.0.0.100");
        new MachinesStep(world.client(), 6443).request(context);

        Machine machine = render(context, waitingForTalos()).machines().getFirst();
        assertEquals("Pending", machine.phase());
        assertNull(machine.ipAddress());
    }

    @Test
    void keepsWhatTheReconciliationDidNotReach() {
        Machine known = new Machine("demo-cp-0", "control-plane", "Running", "10.0.0.10", true, true);
        BootstrapReconcileContext context = before(ClusterBootstrapStatusBuilder.builder()
                .controlPlaneEndpoint("https://old:6443")
                .machines(List.of(known))
                .addonsInstalled(Map.of("cilium", true)));

        ClusterBootstrapStatus status = render(context, waitingForTalos());
        assertEquals("https://old:6443", status.controlPlaneEndpoint());
        assertEquals(List.of(known), status.machines());
        assertEquals(Map.of("cilium", true), status.addonsInstalled());
    }

    @Test
    void keepsConfiguredAndReadyOfMachinesThatWereNotChecked() {
        world.withRunningMachines();
        BootstrapReconcileContext context = before(ClusterBootstrapStatusBuilder.builder()
                .machines(List.of(new Machine("demo-cp-0", "control-plane", "Running", "10.0.0.10", true, true))));
        context.machines(List.copyOf(world.contextWithMachines().machines().values()));

        List<Machine> machines = render(context, ready()).machines();
        assertEquals(
                new Machine("demo-cp-0", "control-plane", "Running", "10.0.0.10", true, true), machines.getFirst());
        assertEquals(new Machine("demo-cp-1", "control-plane", "Running", "10.0.0.11", false, false), machines.get(1));
    }

    @Test
    void aNodeIsNotReadyIfTheStepIsNotDone() {
        world.withRunningMachines();
        BootstrapReconcileContext context = before(ClusterBootstrapStatusBuilder.builder()
                .machines(List.of(new Machine("demo-cp-0", "control-plane", "Running", "10.0.0.10", true, true))));
        context.machines(List.copyOf(world.contextWithMachines().machines().values()));

        assertEquals(
                false, render(context, waitingForTalos()).machines().getFirst().ready());
    }

    @Test
    void showsWhichAddonsAreInstalled() {
        BootstrapReconcileContext context = world.context();
        context.addons(Map.of(
                "cilium", new AddonState.Ready(),
                "traefik", new AddonState.Pending("waiting"),
                "flux", new AddonState.Failed(AddonState.Cause.CHART_FAILS, "bad")));

        assertEquals(
                Map.of("cilium", true, "traefik", false, "flux", false),
                render(context, waitingForTalos()).addonsInstalled());
    }

    @Test
    void keepsTheTimeOfAnUnchangedStatus() {
        ClusterBootstrapStatus first = render(world.context(), waitingForTalos());
        BootstrapReconcileContext next = world.context();
        next.resource().setStatus(first);
        ReconcileOutcome later = new ReconcileOutcome(
                Stage.PROGRESSING, waitingForTalos().stop(), List.of(), 3, NOW.plusSeconds(60), Optional.empty());

        assertEquals(first, render(next, later));
    }

    @Test
    void changesTheTimeWithTheStatus() {
        BootstrapReconcileContext next = world.context();
        next.resource().setStatus(render(world.context(), waitingForTalos()));
        ReconcileOutcome later = new ReconcileOutcome(
                Stage.READY, Optional.empty(), List.of(NODES_READY), 3, NOW.plusSeconds(60), Optional.empty());

        ClusterBootstrapStatus status = render(next, later);
        assertEquals(NOW.plusSeconds(60), status.lastUpdated());
        assertEquals("Ready", status.phase());
    }

    private BootstrapReconcileContext before(ClusterBootstrapStatusBuilder status) {
        BootstrapReconcileContext context = world.context();
        context.resource().setStatus(status.build());
        return context;
    }
}
