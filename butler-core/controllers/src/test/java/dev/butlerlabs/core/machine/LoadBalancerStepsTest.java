package dev.butlerlabs.core.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.butlerlabs.core.api.LoadBalancerRequest;
import dev.butlerlabs.core.api.LoadBalancerRequestSpec;
import dev.butlerlabs.core.api.LoadBalancerRequestSpec.Target;
import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.api.MachineRequestSpecBuilder;
import dev.butlerlabs.core.api.MachineRequestStatusBuilder;
import dev.butlerlabs.core.api.MachineRole;
import dev.butlerlabs.core.api.ObjectReference;
import dev.butlerlabs.core.embedded.testing.CrashPositions;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.provider.LoadBalancerId;
import dev.butlerlabs.core.provider.LoadBalancerSpec;
import dev.butlerlabs.core.provider.LoadBalancerState;
import dev.butlerlabs.core.provider.OwnerId;
import dev.butlerlabs.core.reconcile.ReconcileFilter;
import dev.butlerlabs.core.reconcile.StepResult;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class LoadBalancerStepsTest {
    private static final String UID = "0a1b2c3d-0000-4000-8000-000000000002";
    private static final LoadBalancerId ID = new LoadBalancerId("prod", new OwnerId(UID));
    private static final Target FIRST = new Target(null, null, "cp-0");
    private static final Target SECOND = new Target(null, null, "cp-1");

    private final ProviderStepWorld world = new ProviderStepWorld();
    private Optional<ProviderReconcileContext.Failure> failure = Optional.empty();

    @AfterEach
    void close() {
        world.close();
    }

    private static LoadBalancerRequest request(Target... targets) {
        return request(ProviderStepWorld.RACK, targets);
    }

    private static LoadBalancerRequest request(ObjectReference config, Target... targets) {
        LoadBalancerRequest request = new LoadBalancerRequest();
        request.setMetadata(new ObjectMetaBuilder()
                .withNamespace(ProviderStepWorld.NAMESPACE)
                .withName("prod")
                .withUid(UID)
                .build());
        request.setSpec(new LoadBalancerRequestSpec(config, "prod", null, null, List.of(targets)));
        return request;
    }

    /** Stores a machine with a provider id. */
    private static void machine(ProviderStepWorld world, String name) {
        MachineRequest machine = new MachineRequest();
        machine.setMetadata(new ObjectMetaBuilder()
                .withNamespace(ProviderStepWorld.NAMESPACE)
                .withName(name)
                .build());
        machine.setSpec(MachineRequestSpecBuilder.builder()
                .providerRef(ProviderStepWorld.RACK)
                .machineName(name)
                .role(MachineRole.CONTROL_PLANE)
                .cpu(4)
                .memoryMB(8192)
                .diskGB(40)
                .build());
        MachineRequest stored = world.store(machine);
        stored.setStatus(
                MachineRequestStatusBuilder.builder().providerID("id-" + name).build());
        world.api.client().resource(stored).updateStatus();
    }

    private static LoadBalancerSteps steps(ProviderStepWorld world) {
        return new LoadBalancerSteps(world.api.client(), world.connector);
    }

    private StepResult create(LoadBalancerRequest request) {
        LoadBalancerReconcileContext context = new LoadBalancerReconcileContext(request);
        try {
            return ProviderStepWorld.run(steps(world).creation(), context);
        } finally {
            failure = context.failure();
        }
    }

    private StepResult remove(LoadBalancerRequest request) {
        LoadBalancerReconcileContext context = new LoadBalancerReconcileContext(request);
        try {
            return ProviderStepWorld.run(steps(world).removal(), context);
        } finally {
            failure = context.failure();
        }
    }

    private void present() {
        world.infrastructure.balancers.put(ID, new LoadBalancerSpec(ID, 6443, 6443, Set.of()));
    }

    private void state(LoadBalancerState state) {
        world.infrastructure.balancerState = Optional.of(state);
    }

    private StepResult eagerly(String reason, String message) {
        return StepResult.waiting(reason, message, world.options.eagerPoll());
    }

    @Test
    void createsALoadBalancerWithItsTargets() {
        machine(world, "cp-0");
        machine(world, "cp-1");

        assertEquals(StepResult.done(), create(request(FIRST, SECOND)));

        assertEquals(
                Map.of(ID, new LoadBalancerSpec(ID, 6443, 6443, Set.of("id-cp-0", "id-cp-1"))),
                world.infrastructure.balancers);
    }

    @Test
    void reportsTheEndpoint() {
        LoadBalancerReconcileContext context = new LoadBalancerReconcileContext(request());

        assertEquals(
                StepResult.done("LoadBalancerReady", "The load balancer accepts connections at prod.example."),
                ProviderStepWorld.run(steps(world).creation().subList(0, 2), context));
        assertEquals(Optional.of(new LoadBalancerState.Ready("lb-1", "prod.example", 0, 0)), context.seen());
    }

    @Test
    void waitsForAStartingLoadBalancer() {
        state(new LoadBalancerState.Starting("lb-1", Optional.empty(), "Waiting for an address."));

        assertEquals(eagerly("LoadBalancerCreating", "Waiting for an address."), create(request()));
    }

    @Test
    void waitsForTheDeletionOfAnEarlierLoadBalancer() {
        state(new LoadBalancerState.Leaving("lb-1"));

        assertEquals(
                eagerly("LoadBalancerLeaving", "Waiting for the deletion of an earlier load balancer of this cluster."),
                create(request()));
    }

    @Test
    void waitsUntilTheInfrastructureReportsTheLoadBalancer() {
        state(new LoadBalancerState.Absent());

        assertEquals(
                eagerly("LoadBalancerCreating", "The infrastructure does not report the load balancer yet."),
                create(request()));
    }

    @Test
    void failsWithTheReasonOfABrokenLoadBalancer() {
        state(new LoadBalancerState.Broken("lb-1", "NoSubnet", "The subnet is gone."));

        assertEquals(StepResult.failed("NoSubnet", "The subnet is gone."), create(request()));

        assertEquals(Optional.of(new ProviderReconcileContext.Failure("NoSubnet", "The subnet is gone.")), failure);
    }

    @Test
    void waitsForUnknownTargetsAndRegistersTheOthers() {
        machine(world, "cp-0");

        assertEquals(
                StepResult.waiting(
                        "TargetsUnknown", "No machine found yet for a-9, cp-1.", world.options.balancerSync()),
                create(request(FIRST, SECOND, new Target(null, null, "a-9"))));

        assertEquals(Set.of("id-cp-0"), world.infrastructure.balancers.get(ID).targets());
    }

    @Test
    void waitsForTheRegistrationOfTheTargets() {
        machine(world, "cp-0");
        machine(world, "cp-1");
        state(new LoadBalancerState.Ready("lb-1", "prod.example", 1, 1));

        assertEquals(eagerly("TargetsRegistering", "Registering the targets."), create(request(FIRST, SECOND)));
    }

    @Test
    void waitsForTheRemovalOfFormerTargets() {
        machine(world, "cp-0");
        state(new LoadBalancerState.Ready("lb-1", "prod.example", 2, 2));

        assertEquals(eagerly("TargetsRegistering", "Registering the targets."), create(request(FIRST)));
    }

    @Test
    void unhealthyTargetsAreRegisteredNevertheless() {
        machine(world, "cp-0");
        state(new LoadBalancerState.Ready("lb-1", "prod.example", 1, 0));

        assertEquals(StepResult.done(), create(request(FIRST)));
    }

    @Test
    void failsOnAnInfrastructureWithoutLoadBalancers() {
        world.infrastructure.offersLoadBalancers = false;
        String message =
                "Memory does not support load balancers. Use a virtual address for the control plane and delete this LoadBalancerRequest.";

        assertEquals(StepResult.failed("LoadBalancerFailed", message), create(request()));

        assertEquals(Optional.of(new ProviderReconcileContext.Failure("NotOffered", message)), failure);
    }

    @Test
    void failsOnAPermanentErrorOfTheInfrastructure() {
        world.infrastructure.failure = Optional.of(new ButlerException(ErrorCode.QUOTA, "No quota.", "Raise it."));

        assertEquals(StepResult.failed("LoadBalancerFailed", "No quota. Raise it."), create(request()));

        assertEquals(Optional.of(new ProviderReconcileContext.Failure("Quota", "No quota. Raise it.")), failure);
    }

    @Test
    void aTransientErrorOfTheInfrastructureIsRetried() {
        ButlerException thrown = new ButlerException(ErrorCode.UNREACHABLE, "No answer.");
        world.infrastructure.failure = Optional.of(thrown);

        assertEquals(thrown, assertThrows(ButlerException.class, () -> create(request())));
    }

    @Test
    void createsNothingWhileTheMachinesCannotBeRead() {
        world.api.reject("GET /apis/butler.butlerlabs.dev/v1alpha1/namespaces/team-a/machinerequests", 503, "Busy");

        ButlerException thrown = assertThrows(ButlerException.class, () -> create(request(FIRST)));

        assertTrue(thrown.getMessage().contains("MachineRequests in team-a"), thrown.getMessage());
        assertEquals(List.of(), world.infrastructure.calls);
    }

    @Test
    void waitsForTheProviderConfig() {
        assertEquals(
                StepResult.waiting(
                        "ProviderConfigMissing",
                        "ProviderConfig butler-system/missing not found. Waiting for it to be created.",
                        world.options.failedRecheck()),
                create(request(new ObjectReference("missing", ProviderStepWorld.PLATFORM))));
    }

    @Test
    void deletesThePresentLoadBalancerAndWaits() {
        present();

        assertEquals(eagerly("LoadBalancerDeleting", "Deleting the load balancer."), remove(request()));

        assertEquals(List.of("observe", "delete"), world.infrastructure.calls);
        assertEquals(StepResult.done("LoadBalancerDeleted", "Load balancer deleted."), remove(request()));
    }

    @Test
    void keepsTheStateOfTheLoadBalancerForTheStatus() {
        present();
        LoadBalancerReconcileContext context = new LoadBalancerReconcileContext(request());

        ProviderStepWorld.run(steps(world).removal(), context);

        assertEquals(Optional.of(new LoadBalancerState.Ready("lb-1", "prod.example", 0, 0)), context.seen());
    }

    @Test
    void aLoadBalancerOfAnInfrastructureWithoutThemIsDeleted() {
        world.infrastructure.offersLoadBalancers = false;

        assertEquals(StepResult.done("LoadBalancerDeleted", "Load balancer deleted."), remove(request()));
    }

    @Test
    void keepsTheLoadBalancerUntilItsProviderConfigExists() {
        assertEquals(
                StepResult.waiting(
                        "ProviderConfigMissing",
                        "ProviderConfig butler-system/missing not found. Waiting for it to be created. The load balancer is kept until then.",
                        world.options.failedRecheck()),
                remove(request(new ObjectReference("missing", ProviderStepWorld.PLATFORM))));
    }

    @Test
    void deletesALoadBalancerWhoseProviderConfigWasLimitedToAnotherTeam() {
        world.config("private", Optional.of("team-b"));
        ObjectReference config = new ObjectReference("private", ProviderStepWorld.PLATFORM);
        present();

        assertEquals("ProviderAccessDenied", create(request(config)).reason());
        assertEquals("LoadBalancerDeleting", remove(request(config)).reason());
    }

    @Test
    void aFailedDeletionKeepsTheMessageOfTheInfrastructure() {
        present();
        world.infrastructure.failure = Optional.of(new ButlerException(ErrorCode.FORBIDDEN, "Not permitted.", "Ask."));

        assertEquals(StepResult.failed("LoadBalancerFailed", "Not permitted. Ask."), remove(request()));
    }

    @Test
    void aDeletedLoadBalancerNoLongerDependsOnItsProviderConfig() {
        Secret token = world.reader
                .credentials()
                .secret(new ObjectName(ProviderStepWorld.PLATFORM, "token"))
                .orElseThrow();
        ObjectName name = ObjectName.from(request());
        assertEquals(ReconcileFilter.OURS, world.connector.concern(name, new LoadBalancerReconcileContext(request())));
        assertEquals(Set.of(name), world.connector.secretWatch().concerned().apply(token));

        remove(request());

        assertEquals(Set.of(), world.connector.secretWatch().concerned().apply(token));
    }

    @Test
    void createsOneLoadBalancerAfterACrash() {
        assertEquals(
                1,
                CrashPositions.check(
                        () -> {
                            ProviderStepWorld prepared = new ProviderStepWorld();
                            machine(prepared, "cp-0");
                            return prepared;
                        },
                        started -> {
                            started.restart();
                            ProviderStepWorld.run(
                                    steps(started).creation(), new LoadBalancerReconcileContext(request(FIRST)));
                        }));
    }

    @Test
    void deletesTheLoadBalancerAfterACrash() {
        assertEquals(
                1,
                CrashPositions.check(
                        () -> {
                            ProviderStepWorld prepared = new ProviderStepWorld();
                            prepared.infrastructure.balancers.put(ID, new LoadBalancerSpec(ID, 6443, 6443, Set.of()));
                            return prepared;
                        },
                        started -> {
                            started.restart();
                            for (int pass = 0; pass < 2; pass++) {
                                ProviderStepWorld.run(
                                        steps(started).removal(), new LoadBalancerReconcileContext(request()));
                            }
                        }));
    }
}
