package dev.butlerlabs.core.bootstrap.step;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.butlerlabs.core.api.IPAllocation;
import dev.butlerlabs.core.api.IPAllocationStatus.Phase;
import dev.butlerlabs.core.api.IPAllocationStatusBuilder;
import dev.butlerlabs.core.api.NetworkPool;
import dev.butlerlabs.core.api.NetworkPoolSpec;
import dev.butlerlabs.core.bootstrap.plan.NodeAddressClaimRenderer;
import dev.butlerlabs.core.embedded.testing.CrashPositions;
import dev.butlerlabs.core.reconcile.StepResult;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class AddressesStepTest {
    private static final List<String> MACHINES = List.of("demo-cp-0", "demo-cp-1", "demo-worker-0");

    private BootstrapStepWorld world = prepared();

    private static BootstrapStepWorld prepared() {
        return BootstrapStepWorld.withAddresses("10.0.0.20", "10.0.0.22");
    }

    @AfterEach
    void close() {
        world.close();
    }

    private void use(BootstrapStepWorld other) {
        world.close();
        world = other;
    }

    private static StepResult run(BootstrapStepWorld world) {
        return new AddressesStep(world.client()).run(world.context());
    }

    private IPAllocation claim(String machine) {
        return world.find(IPAllocation.class, machine).orElseThrow();
    }

    private void grant(String machine, Phase phase, String type, String message) {
        IPAllocation claim = claim(machine);
        claim.setStatus(IPAllocationStatusBuilder.builder()
                .phase(phase)
                .conditions(List.of(new ConditionBuilder()
                        .withType(type)
                        .withStatus("True")
                        .withReason("Test")
                        .withMessage(message)
                        .withLastTransitionTime("2026-01-01T00:00:00Z")
                        .build()))
                .build());
        world.status(claim);
    }

    @Test
    void needsNoAddressesIfTheInfrastructureAssignsThem() {
        use(BootstrapStepWorld.onPremises());

        assertEquals(StepResult.done("The infrastructure assigns the machine addresses."), run(world));
        assertTrue(world.find(NetworkPool.class, "demo-nodes").isEmpty());
    }

    @Test
    void requestsAnAddressForEachMachine() {
        BootstrapReconcileContext context = world.context();

        assertEquals(
                StepResult.waiting("WaitingForAddresses", "demo-cp-0 at 10.0.0.20: requested"),
                new AddressesStep(world.client()).run(context));
        assertEquals("10.0.0.20", claim("demo-cp-0").getSpec().pinnedRange().startAddress());
        assertEquals("10.0.0.22", claim("demo-worker-0").getSpec().pinnedRange().startAddress());
        assertEquals(
                world.bootstrap().getMetadata().getUid(),
                claim("demo-cp-1").getMetadata().getOwnerReferences().getFirst().getUid());
        assertEquals(
                "10.0.0.21",
                context.plan().machines().get(1).address().orElseThrow().ip());
    }

    @Test
    void createsThePoolOfTheRange() {
        run(world);

        NetworkPoolSpec pool =
                world.find(NetworkPool.class, "demo-nodes").orElseThrow().getSpec();
        assertEquals("10.0.0.0/24", pool.cidr());
        assertEquals("10.0.0.20", pool.tenantAllocation().start());
    }

    @Test
    void correctsAChangedPool() {
        run(world);
        NetworkPool pool = world.find(NetworkPool.class, "demo-nodes").orElseThrow();
        pool.setSpec(
                new NetworkPoolSpec("10.0.0.0/16", List.of(), pool.getSpec().tenantAllocation()));
        world.client().resource(pool).update();

        run(world);
        assertEquals(
                "10.0.0.0/24",
                world.find(NetworkPool.class, "demo-nodes")
                        .orElseThrow()
                        .getSpec()
                        .cidr());
    }

    @Test
    void changesNothingIfAllIsRequested() {
        run(world);
        List<String> before = world.engine.requests();

        run(world);
        assertTrue(
                world.engine.requests().stream().skip(before.size()).allMatch(line -> line.startsWith("GET ")),
                "a write without need");
    }

    @Test
    void failsBeforeAnyRequestIfTheRangeIsTooSmall() {
        use(BootstrapStepWorld.withAddresses("10.0.0.20", "10.0.0.21"));
        int before = world.effects().count();

        assertEquals(
                StepResult.failed(
                        "AddressesExhausted",
                        "No address left for demo-worker-0: 10.0.0.20-10.0.0.21 has 2 addresses."),
                run(world));
        assertEquals(before, world.effects().count());
    }

    @Test
    void keepsTheAddressThatAMachineHolds() {
        IPAllocation held = NodeAddressClaimRenderer.claim(world.bootstrap(), "demo-worker-0", "10.0.0.20");
        world.create(held);

        run(world);
        assertEquals("10.0.0.20", claim("demo-worker-0").getSpec().pinnedRange().startAddress());
        assertEquals("10.0.0.21", claim("demo-cp-0").getSpec().pinnedRange().startAddress());
    }

    @Test
    void isDoneWhenAllAddressesAreAllocated() {
        run(world);
        MACHINES.forEach(machine -> grant(machine, Phase.ALLOCATED, "Granted", "ok"));

        assertEquals(
                StepResult.done("demo-cp-0 at 10.0.0.20, demo-cp-1 at 10.0.0.21, demo-worker-0 at 10.0.0.22."),
                run(world));
    }

    @Test
    void waitsWithTheMessageOfTheAllocation() {
        run(world);
        grant("demo-cp-0", Phase.ALLOCATED, "Granted", "ok");
        grant("demo-cp-1", Phase.PENDING, "Granted", "the pool is busy");

        assertEquals(StepResult.waiting("WaitingForAddresses", "demo-cp-1 at 10.0.0.21: the pool is busy"), run(world));
    }

    @Test
    void ignoresOtherConditions() {
        run(world);
        grant("demo-cp-0", Phase.PENDING, "Other", "something else");

        assertEquals(StepResult.waiting("WaitingForAddresses", "demo-cp-0 at 10.0.0.20: requested"), run(world));
    }

    @Test
    void failsIfAnAllocationFailed() {
        run(world);
        grant("demo-cp-0", Phase.FAILED, "Granted", "held by another cluster");

        assertEquals(
                StepResult.failed("AddressRefused", "demo-cp-0 at 10.0.0.20: held by another cluster"), run(world));
    }

    @Test
    void failsIfAnAllocationIsBeingDeleted() {
        run(world);
        world.client().resource(claim("demo-cp-0")).delete();

        assertEquals(
                StepResult.failed("AddressRefused", "demo-cp-0 at 10.0.0.20: the address was released"), run(world));
    }

    @Test
    void requestsTheSameAddressesAfterACrash() {
        assertEquals(4, CrashPositions.check(AddressesStepTest::prepared, AddressesStepTest::run));
    }
}
