package dev.butlerlabs.core.bootstrap.step;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.ConfigDelivery;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.Topology;
import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.LoadBalancerRequest;
import dev.butlerlabs.core.api.LoadBalancerRequestSpec.Target;
import dev.butlerlabs.core.api.LoadBalancerRequestStatus.Phase;
import dev.butlerlabs.core.api.LoadBalancerRequestStatusBuilder;
import dev.butlerlabs.core.api.ObjectReference;
import dev.butlerlabs.core.embedded.testing.CrashPositions;
import dev.butlerlabs.core.provider.ProviderProfile.Hosting;
import dev.butlerlabs.core.reconcile.StepResult;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class BalancerStepTest {
    private static final StepResult WAITING_FOR_ADDRESS =
            StepResult.waiting("WaitingForLoadBalancer", "Waiting for the address of the load balancer.");

    private BootstrapStepWorld world = BootstrapStepWorld.inCloud();

    @AfterEach
    void close() {
        world.close();
    }

    private void use(BootstrapStepWorld other) {
        world.close();
        world = other;
    }

    private static BalancerStep step(BootstrapStepWorld world) {
        return new BalancerStep(world.client(), 7443);
    }

    /** In a cloud, without user data. */
    private static BootstrapStepWorld inMaintenance() {
        return BootstrapStepWorld.of(
                BootstrapStepWorld.withDelivery(
                        BootstrapStepWorld.spec(Topology.HA, 2, 1, null, null), ConfigDelivery.MAINTENANCE),
                Hosting.CLOUD);
    }

    private LoadBalancerRequest stored() {
        return world.find(LoadBalancerRequest.class, "demo-cp-lb").orElseThrow();
    }

    private void report(LoadBalancerRequestStatusBuilder status) {
        LoadBalancerRequest request = stored();
        request.setStatus(status.build());
        world.status(request);
    }

    private static LoadBalancerRequestStatusBuilder at(Phase phase, String endpoint) {
        return LoadBalancerRequestStatusBuilder.builder().phase(phase).endpoint(endpoint);
    }

    @Test
    void needsNoLoadBalancerWithAVirtualAddress() {
        use(BootstrapStepWorld.onPremises());
        BootstrapReconcileContext context = world.context();

        assertEquals(
                StepResult.done("No load balancer is required."), step(world).request(context));
        assertEquals(Optional.of("10.0.0.100"), context.endpoint());
        assertTrue(world.find(LoadBalancerRequest.class, "demo-cp-lb").isEmpty());
    }

    @Test
    void doesNotKnowTheEndpointOfASingleNodeYet() {
        use(BootstrapStepWorld.singleNode());
        BootstrapReconcileContext context = world.context();

        assertEquals(
                StepResult.done("No load balancer is required."), step(world).request(context));
        assertEquals(Optional.empty(), context.endpoint());
    }

    @Test
    void requestsALoadBalancerAndWaitsForItsName() {
        assertEquals(
                StepResult.waiting("WaitingForLoadBalancer", "Waiting for the DNS name of the load balancer."),
                step(world).request(world.context()));
        LoadBalancerRequest request = stored();
        assertEquals("demo", request.getSpec().clusterName());
        assertEquals(7443, request.getSpec().port());
        assertEquals(List.of(), request.getSpec().targets());
        assertEquals(
                new ObjectReference("demo-provider", BootstrapStepWorld.NAMESPACE),
                request.getSpec().providerConfigRef());
        assertEquals("owner-1", request.getMetadata().getAnnotations().get(Annotations.OWNER_ID));
        assertEquals("demo", request.getMetadata().getLabels().get(Labels.ENGINE_OF));
        assertEquals(
                world.bootstrap().getMetadata().getUid(),
                request.getMetadata().getOwnerReferences().getFirst().getUid());
    }

    @Test
    void doesNotWaitForTheNameInMaintenanceMode() {
        use(inMaintenance());

        assertEquals(StepResult.done(), step(world).request(world.context()));
        stored();
    }

    @Test
    void isRequestedOnceTheNameIsKnown() {
        step(world).request(world.context());
        report(at(Phase.CREATING, "lb.test"));
        BootstrapReconcileContext context = world.context();

        assertEquals(StepResult.done(), step(world).request(context));
        assertEquals(Optional.of("lb.test"), context.endpoint());
    }

    @Test
    void failsEarlyWithTheMessageOfTheLoadBalancer() {
        step(world).request(world.context());
        report(at(Phase.FAILED, null).failureMessage("no subnet"));

        assertEquals(
                StepResult.failed("LoadBalancerFailed", "no subnet"),
                step(world).request(world.context()));
    }

    @Test
    void keepsTheTargetsWhenItIsRequestedAgain() {
        world.withRunningMachines();
        step(world).settle(world.contextWithMachines());
        int before = world.effects().count();

        step(world).request(world.context());
        assertEquals(2, stored().getSpec().targets().size());
        assertEquals(before, world.effects().count());
    }

    @Test
    void settlesOnTheVirtualAddress() {
        use(BootstrapStepWorld.onPremises().withRunningMachines());
        BootstrapReconcileContext context = world.contextWithMachines();
        context.endpoint("overwritten");

        assertEquals(StepResult.done("API endpoint: 10.0.0.100."), step(world).settle(context));
        assertEquals(Optional.of("10.0.0.100"), context.endpoint());
    }

    @Test
    void settlesOnTheOnlyMachine() {
        use(BootstrapStepWorld.singleNode().withRunningMachines());
        BootstrapReconcileContext context = world.contextWithMachines();

        assertEquals(StepResult.done("API endpoint: 10.0.0.10."), step(world).settle(context));
        assertEquals(Optional.of("10.0.0.10"), context.endpoint());
    }

    @Test
    void registersTheControlPlanesAsTargets() {
        world.withRunningMachines();

        assertEquals(WAITING_FOR_ADDRESS, step(world).settle(world.contextWithMachines()));
        assertEquals(
                List.of(
                        new Target("10.0.0.10", "vm-10.0.0.10", "demo-cp-0"),
                        new Target("10.0.0.11", "vm-10.0.0.11", "demo-cp-1")),
                stored().getSpec().targets());
    }

    @Test
    void settlesOnAReadyLoadBalancer() {
        world.withRunningMachines();
        step(world).settle(world.contextWithMachines());
        report(at(Phase.READY, "lb.test"));
        BootstrapReconcileContext context = world.contextWithMachines();

        assertEquals(StepResult.done("API endpoint: lb.test."), step(world).settle(context));
        assertEquals(Optional.of("lb.test"), context.endpoint());
    }

    @Test
    void waitsForALoadBalancerThatHasANameButIsNotReady() {
        world.withRunningMachines();
        step(world).settle(world.contextWithMachines());
        report(at(Phase.CREATING, "lb.test"));

        assertEquals(WAITING_FOR_ADDRESS, step(world).settle(world.contextWithMachines()));
    }

    @Test
    void failsWithoutAMessageIfTheLoadBalancerGivesNone() {
        world.withRunningMachines();
        step(world).settle(world.contextWithMachines());
        report(at(Phase.FAILED, null));

        assertEquals(
                StepResult.failed("LoadBalancerFailed", "the load balancer failed"),
                step(world).settle(world.contextWithMachines()));
    }

    @Test
    void removalDeletesTheRequestAndWaits() {
        step(world).request(world.context());

        assertEquals(
                StepResult.waiting("WaitingForRemoval", "Deleting the load balancer."),
                step(world).remove(world.context()));
        assertEquals(StepResult.done("Load balancer deleted."), step(world).remove(world.context()));
    }

    @Test
    void removalDoesNotDeleteTwice() {
        step(world).request(world.context());
        LoadBalancerRequest held = stored();
        held.getMetadata().setFinalizers(List.of("test.dev/held"));
        world.client().resource(held).update();
        step(world).remove(world.context());
        List<String> before = world.engine.requests();

        assertEquals(
                StepResult.waiting("WaitingForRemoval", "Deleting the load balancer."),
                step(world).remove(world.context()));
        assertTrue(world.engine.requests().stream().skip(before.size()).noneMatch(line -> line.startsWith("DELETE")));
    }

    @Test
    void givesTheSameRequestAfterACrash() {
        int positions = CrashPositions.check(() -> BootstrapStepWorld.inCloud().withRunningMachines(), each -> {
            step(each).request(each.context());
            step(each).settle(each.contextWithMachines());
        });
        assertEquals(2, positions);
    }
}
