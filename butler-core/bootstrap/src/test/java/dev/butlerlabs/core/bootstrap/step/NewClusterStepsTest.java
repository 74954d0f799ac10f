package dev.butlerlabs.core.bootstrap.step;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.butlerlabs.core.addon.AddonState;
import dev.butlerlabs.core.addon.PlatformAddons;
import dev.butlerlabs.core.reconcile.StepResult;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class NewClusterStepsTest {
    private static final PlatformAddons ADDONS = PlatformAddons.shipped();

    private final BootstrapStepWorld world = prepared();
    private final NewClusterSteps steps = steps(world);

    private static BootstrapStepWorld prepared() {
        return BootstrapStepWorld.onPremises().withRunningMachines();
    }

    /** The steps of a new process, connected to the new cluster of the world. */
    static NewClusterSteps steps(BootstrapStepWorld world) {
        NewClusterConnection connection = new NewClusterConnection(
                BootstrapStepWorld.RANDOM,
                world.options,
                kubeconfig -> new NewClusterConnection.Connection(world.cluster.client(), world.cluster.client()));
        return new NewClusterSteps(connection, ADDONS, world.options);
    }

    @AfterEach
    void close() {
        world.close();
    }

    private void node(String name, String ready, String message) {
        world.cluster
                .client()
                .resource(new NodeBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .endMetadata()
                        .withNewStatus()
                        .addNewCondition()
                        .withType("MemoryPressure")
                        .withStatus("True")
                        .withMessage("memory")
                        .endCondition()
                        .addNewCondition()
                        .withType("Ready")
                        .withStatus(ready)
                        .withMessage(message)
                        .endCondition()
                        .endStatus()
                        .build())
                .create();
    }

    private StepResult nodes() {
        return steps.awaitNodes(world.contextWithMachines());
    }

    private static StepResult waitingForNodes(String message) {
        return StepResult.waiting("WaitingForNodes", message, BootstrapStepWorld.POLL);
    }

    @Test
    void theApiIsReadyWhenItAnswers() {
        assertEquals(StepResult.done("The API server is ready."), steps.awaitApi(world.contextWithMachines()));
    }

    @Test
    void everyStepWaitsForTheApi() {
        world.cluster.down(true);

        for (StepResult result : List.of(
                steps.awaitApi(world.contextWithMachines()),
                steps.installAddons(world.contextWithMachines()),
                nodes())) {
            StepResult.Waiting waiting = assertInstanceOf(StepResult.Waiting.class, result);
            assertEquals("WaitingForApiServer", waiting.reason());
            assertEquals(BootstrapStepWorld.POLL, waiting.retryIn().orElseThrow());
            assertTrue(waiting.message().startsWith("10.0.0.11:6443: "), waiting.message());
        }
    }

    @Test
    void waitsForNodesThatHaveNotJoined() {
        assertEquals(waitingForNodes("0/3 nodes ready; demo-cp-0 has not joined"), nodes());
    }

    @Test
    void showsWhyANodeIsNotReady() {
        node("demo-cp-0", "True", "ok");
        node("demo-cp-1", "False", "network not ready");
        BootstrapReconcileContext context = world.contextWithMachines();

        assertEquals(waitingForNodes("1/3 nodes ready; demo-cp-1: network not ready"), steps.awaitNodes(context));
        assertEquals(Set.of("demo-cp-0"), context.readyNodes());
    }

    @Test
    void aNodeWithoutConditionsIsNotReady() {
        world.cluster
                .client()
                .resource(new NodeBuilder()
                        .withNewMetadata()
                        .withName("demo-cp-0")
                        .endMetadata()
                        .build())
                .create();

        assertEquals(waitingForNodes("0/3 nodes ready; demo-cp-0: not ready"), nodes());
    }

    @Test
    void isDoneWhenAllNodesOfThePlanAreReady() {
        node("demo-cp-0", "True", "ok");
        node("demo-cp-1", "True", "ok");
        node("demo-worker-0", "True", "ok");
        node("another", "False", "unrelated");

        assertEquals(StepResult.done("3 nodes are ready."), nodes());
    }

    @Test
    void waitsForAddonsAndReportsTheirStates() {
        BootstrapReconcileContext context = world.contextWithMachines();
        StepResult.Waiting waiting = assertInstanceOf(StepResult.Waiting.class, steps.installAddons(context));

        assertEquals("WaitingForAddons", waiting.reason());
        assertEquals(BootstrapStepWorld.POLL, waiting.retryIn().orElseThrow());
        long ready = context.addons().values().stream()
                .filter(AddonState.Ready.class::isInstance)
                .count();
        assertTrue(context.addons().size() > 3, () -> "addons: " + context.addons());
        assertTrue(
                waiting.message()
                        .startsWith("%d/%d addons ready; "
                                .formatted(ready, context.addons().size())),
                waiting.message());
    }

    @Test
    void createsTheSystemNamespaceWithPrivileges() {
        steps.installAddons(world.contextWithMachines());

        assertEquals(
                "privileged",
                world.cluster
                        .client()
                        .namespaces()
                        .withName("butler-system")
                        .get()
                        .getMetadata()
                        .getLabels()
                        .get("pod-security.kubernetes.io/enforce"));
    }

    @Test
    void startsNothingAgainInANewProcess() {
        steps.installAddons(world.contextWithMachines());
        int before = world.effects().count();

        steps(world).installAddons(world.contextWithMachines());
        assertEquals(before, world.effects().count());
    }
}
