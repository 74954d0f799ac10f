package dev.butlerlabs.core.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.api.MachineRequestSpecBuilder;
import dev.butlerlabs.core.api.MachineRequestStatusBuilder;
import dev.butlerlabs.core.api.MachineRole;
import dev.butlerlabs.core.api.ObjectReference;
import dev.butlerlabs.core.api.SecretKeyReference;
import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.embedded.testing.CrashPositions;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.provider.MachineId;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.MachineState;
import dev.butlerlabs.core.provider.OwnerId;
import dev.butlerlabs.core.provider.testing.MemoryInfrastructure;
import dev.butlerlabs.core.reconcile.ConditionEditor;
import dev.butlerlabs.core.reconcile.ReconcileFilter;
import dev.butlerlabs.core.reconcile.StepResult;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class MachineStepsTest {
    private static final String UID = "0a1b2c3d-0000-4000-8000-000000000001";
    private static final MachineId ID = new MachineId("vm-0", new OwnerId(UID));
    private static final MachineState RUNNING = MemoryInfrastructure.running("cp-0");
    private static final String ADDRESS =
            MemoryInfrastructure.running("cp-0").addresses().getFirst();

    private final ProviderStepWorld world = new ProviderStepWorld();
    private final MachineRequest request = request(UnaryOperator.identity());
    private Optional<ProviderReconcileContext.Failure> failure = Optional.empty();

    @AfterEach
    void close() {
        world.close();
    }

    private static MachineRequest request(UnaryOperator<MachineRequestSpecBuilder> change) {
        MachineRequest request = new MachineRequest();
        request.setMetadata(new ObjectMetaBuilder()
                .withNamespace(ProviderStepWorld.NAMESPACE)
                .withName("cp-0")
                .withUid(UID)
                .build());
        request.setSpec(change.apply(MachineRequestSpecBuilder.builder()
                        .providerRef(ProviderStepWorld.RACK)
                        .machineName("vm-0")
                        .role(MachineRole.CONTROL_PLANE)
                        .cpu(4)
                        .memoryMB(8192)
                        .diskGB(40))
                .build());
        return request;
    }

    private static MachineRequest requestOf(String config) {
        return request(spec -> spec.providerRef(new ObjectReference(config, ProviderStepWorld.PLATFORM)));
    }

    private static MachineSteps steps(ProviderStepWorld world) {
        return new MachineSteps(world.connector, new UserDataResolver(world.reader), world.clock);
    }

    private StepResult create(MachineRequest wanted) {
        MachineReconcileContext context = new MachineReconcileContext(wanted);
        try {
            return ProviderStepWorld.run(steps(world).creation(), context);
        } finally {
            failure = context.failure();
        }
    }

    private StepResult create() {
        return create(request);
    }

    private StepResult remove(MachineRequest deleted) {
        MachineReconcileContext context = new MachineReconcileContext(deleted);
        try {
            return ProviderStepWorld.run(steps(world).removal(), context);
        } finally {
            failure = context.failure();
        }
    }

    private StepResult remove() {
        return remove(request);
    }

    private void present(MachineState state) {
        world.infrastructure.machines.put(ID, state);
    }

    private void abandon(String machine) {
        request.getMetadata().setAnnotations(Map.of(Annotations.ABANDON_MACHINE, machine));
    }

    /** Sets a condition whose last transition was this long ago. */
    private void conditionSince(String type, Duration ago) {
        request.setStatus(MachineRequestStatusBuilder.builder()
                .conditions(ConditionEditor.set(
                        List.of(),
                        type,
                        "True",
                        "Done",
                        "",
                        1,
                        world.clock.instant().minus(ago)))
                .build());
    }

    private StepResult eagerly(String reason, String message) {
        return StepResult.waiting(reason, message, world.options.eagerPoll());
    }

    private static Optional<Duration> retryIn(StepResult result) {
        return ((StepResult.Waiting) result).retryIn();
    }

    @Test
    void createsAMissingMachineAndReportsItsAddress() {
        assertEquals(StepResult.done("VMRunning", "Machine vm-0 is running at %s.".formatted(ADDRESS)), create());

        assertEquals(Map.of(ID, RUNNING), world.infrastructure.machines);
        assertEquals(List.of("observe", "create"), world.infrastructure.calls);
    }

    @Test
    void requestsTheMachineOfTheSpec() {
        create(request(spec -> spec.userData(new SensitiveText("#cloud-config")).image("talos")));

        MachineSpec requested = world.infrastructure.requested.getFirst();
        assertEquals(ID, requested.id());
        assertEquals(4, requested.cpu());
        assertEquals(8192, requested.memoryMiB());
        assertEquals(40, requested.diskGiB());
        assertEquals(Optional.of("talos"), requested.image());
        assertEquals(Optional.of("#cloud-config"), requested.userData().map(SensitiveText::value));
    }

    @Test
    void doesNotRequestARunningMachineAgain() {
        present(RUNNING);

        assertEquals("VMRunning", create().reason());

        assertEquals(List.of("observe"), world.infrastructure.calls);
    }

    @Test
    void reportsThatTheMachineWasRequested() {
        MachineReconcileContext context = new MachineReconcileContext(request);

        assertEquals(
                StepResult.done("VMCreating", "Machine vm-0 requested."),
                ProviderStepWorld.run(steps(world).creation().subList(0, 3), context));
        assertEquals(Optional.of(RUNNING), context.seen());
    }

    @Test
    void waitsForAStartingMachine() {
        present(new MachineState.Starting("id-1", "Waiting for an address."));

        assertEquals(eagerly("VMStarting", "Waiting for an address."), create());

        assertEquals(List.of("observe"), world.infrastructure.calls);
    }

    @Test
    void completesAMachineOfWhichOnlyPartsExist() {
        present(new MachineState.Starting("", "Waiting for the disk."));

        assertEquals("VMRunning", create().reason());

        assertEquals(List.of("observe", "create"), world.infrastructure.calls);
    }

    @Test
    void waitsForTheDeletionOfAnEarlierMachine() {
        present(new MachineState.Leaving("id-1"));

        assertEquals(eagerly("VMLeaving", "Waiting for the deletion of machine vm-0."), create());

        assertEquals(List.of("observe"), world.infrastructure.calls);
    }

    @Test
    void waitsIfTheNewMachineIsBeingDeleted() {
        world.infrastructure.created = new MachineState.Leaving("id-1");

        assertEquals(eagerly("VMLeaving", "Waiting for the deletion of machine vm-0."), create());
    }

    @Test
    void waitsUntilTheInfrastructureReportsTheNewMachine() {
        world.infrastructure.created = new MachineState.Absent();

        assertEquals(eagerly("VMStarting", "The infrastructure does not report the machine yet."), create());
    }

    @Test
    void failsWithTheReasonOfABrokenMachine() {
        present(new MachineState.Broken("id-1", "VMStopped", "It is switched off."));

        assertEquals(StepResult.failed("VMStopped", "It is switched off."), create());

        assertEquals(Optional.of(new ProviderReconcileContext.Failure("VMStopped", "It is switched off.")), failure);
    }

    @Test
    void doesNotRecreateAMachineThatWasRunning() {
        request.setStatus(
                MachineRequestStatusBuilder.builder().ipAddress("10.0.0.1").build());
        String message =
                "Machine vm-0 was running and no longer exists on the infrastructure. To recreate it, delete this MachineRequest and create it again.";

        assertEquals(StepResult.failed("VMVanished", message), create());

        assertEquals(Optional.of(new ProviderReconcileContext.Failure("VMVanished", message)), failure);
        assertEquals(Map.of(), world.infrastructure.machines);
    }

    @Test
    void recreatesAMachineThatNeverHadAnAddress() {
        request.setStatus(
                MachineRequestStatusBuilder.builder().providerID("id-1").build());

        assertEquals("VMRunning", create().reason());
    }

    @Test
    void readsTheUserDataFromItsSecret() {
        world.secret(ProviderStepWorld.NAMESPACE, "boot", Map.of("config", "#talos"));

        create(request(spec -> spec.userDataSecretRef(new SecretKeyReference("boot", "config"))));

        assertEquals(
                Optional.of("#talos"),
                world.infrastructure.requested.getFirst().userData().map(SensitiveText::value));
    }

    @Test
    void waitsForTheSecretOfTheUserData() {
        assertEquals(
                StepResult.waiting(
                        "UserDataMissing",
                        "Secret team-a/boot with key config for the user data not found.",
                        world.options.failedRecheck()),
                create(request(spec -> spec.userDataSecretRef(new SecretKeyReference("boot", "config")))));

        assertEquals(List.of("observe"), world.infrastructure.calls);
    }

    @Test
    void failsOnContradictoryUserData() {
        StepResult result = create(request(spec ->
                spec.userData(new SensitiveText("a")).userDataSecretRef(new SecretKeyReference("boot", "config"))));

        assertEquals(
                StepResult.failed(
                        "VMFailed", "spec.userData and spec.userDataSecretRef are both set. Remove one of them."),
                result);
        assertEquals("InvalidInput", failure.orElseThrow().reason());
    }

    @Test
    void failsOnAPermanentErrorOfTheInfrastructure() {
        world.infrastructure.failure =
                Optional.of(new ButlerException(ErrorCode.QUOTA, "No cores left.", "Raise the quota."));

        assertEquals(StepResult.failed("VMFailed", "No cores left. Raise the quota."), create());

        assertEquals(
                Optional.of(new ProviderReconcileContext.Failure("Quota", "No cores left. Raise the quota.")), failure);
    }

    @Test
    void aTransientErrorOfTheInfrastructureIsRetried() {
        ButlerException thrown = new ButlerException(ErrorCode.THROTTLED, "Too many requests.");
        world.infrastructure.failure = Optional.of(thrown);

        assertEquals(thrown, assertThrows(ButlerException.class, this::create));

        assertEquals(Optional.empty(), failure);
    }

    @Test
    void waitsForTheProviderConfig() {
        assertEquals(
                StepResult.waiting(
                        "ProviderConfigMissing",
                        "ProviderConfig butler-system/missing not found. Waiting for it to be created.",
                        world.options.failedRecheck()),
                create(requestOf("missing")));

        assertEquals(List.of(), world.infrastructure.calls);
    }

    @Test
    void mayNotUseTheProviderConfigOfAnotherTeam() {
        world.config("private", Optional.of("team-b"));

        assertEquals(
                StepResult.failed(
                        "ProviderAccessDenied",
                        "ProviderConfig butler-system/private is limited to one team, and namespace \"team-a\" belongs to team \"team-a\"."),
                create(requestOf("private")));

        assertEquals(List.of(), world.infrastructure.calls);
    }

    @Test
    void pollsOftenUntilTheMachineIsOneMinuteOld() {
        present(new MachineState.Starting("id-1", "It boots."));
        conditionSince(MachineSteps.CREATED, world.options.eagerFor());

        assertEquals(eagerly("VMStarting", "It boots."), create());
    }

    @Test
    void pollsRarelyAfterwards() {
        present(new MachineState.Starting("id-1", "It boots."));
        conditionSince(MachineSteps.CREATED, world.options.eagerFor().plusSeconds(1));

        assertEquals(StepResult.waiting("VMStarting", "It boots.", world.options.patientPoll()), create());
    }

    @Test
    void pollsAnUnreportedMachineRarelyAfterOneMinute() {
        world.infrastructure.created = new MachineState.Absent();
        conditionSince(MachineSteps.CREATED, world.options.eagerFor().plusSeconds(1));

        assertEquals(Optional.of(world.options.patientPoll()), retryIn(create()));
    }

    @Test
    void deletesThePresentMachineAndWaits() {
        present(RUNNING);

        assertEquals(eagerly("VMDeleting", "Deleting machine vm-0."), remove());

        assertEquals(List.of("observe", "delete"), world.infrastructure.calls);
        assertEquals(StepResult.done("VMDeleted", "Machine vm-0 deleted."), remove());
    }

    @Test
    void keepsTheStateOfTheMachineForTheStatus() {
        present(RUNNING);
        MachineReconcileContext context = new MachineReconcileContext(request);

        ProviderStepWorld.run(steps(world).removal(), context);

        assertEquals(Optional.of(RUNNING), context.seen());
    }

    @Test
    void pollsADeletionRarelyAfterOneMinute() {
        present(RUNNING);
        conditionSince(ConditionEditor.READY, world.options.eagerFor().plusSeconds(1));

        assertEquals(Optional.of(world.options.patientPoll()), retryIn(remove()));
    }

    @Test
    void repeatsTheDeletionOfAMachineThatIsBeingDeleted() {
        present(new MachineState.Leaving("id-1"));

        assertEquals("VMDeleting", remove().reason());

        assertEquals(List.of("observe", "delete"), world.infrastructure.calls);
    }

    @Test
    void leavesTheMachineOfAnotherOwner() {
        MachineId other = new MachineId("vm-0", new OwnerId("other"));
        world.infrastructure.machines.put(other, RUNNING);

        assertEquals("VMDeleted", remove().reason());

        assertEquals(Map.of(other, RUNNING), world.infrastructure.machines);
    }

    @Test
    void aFailedDeletionKeepsTheMessageOfTheInfrastructure() {
        present(RUNNING);
        world.infrastructure.failure = Optional.of(new ButlerException(ErrorCode.FORBIDDEN, "Not permitted.", "Ask."));

        assertEquals(StepResult.failed("VMFailed", "Not permitted. Ask."), remove());

        assertEquals("Forbidden", failure.orElseThrow().reason());
    }

    @Test
    void keepsTheMachineUntilItsProviderConfigExists() {
        assertEquals(
                StepResult.waiting(
                        "ProviderConfigMissing",
                        "ProviderConfig butler-system/missing not found. Waiting for it to be created. The machine is kept until then. "
                                + "If the infrastructure no longer exists, annotate this MachineRequest with %s=vm-0 to abandon the machine."
                                        .formatted(Annotations.ABANDON_MACHINE),
                        world.options.failedRecheck()),
                remove(requestOf("missing")));
    }

    @Test
    void deletesAMachineWhoseProviderConfigWasLimitedToAnotherTeam() {
        world.config("private", Optional.of("team-b"));
        present(RUNNING);

        assertEquals("VMDeleting", remove(requestOf("private")).reason());

        assertEquals(Map.of(), world.infrastructure.machines);
    }

    @Test
    void abandonsTheMachineNamedInTheAnnotation() {
        abandon("vm-0");
        present(RUNNING);

        assertEquals(
                StepResult.done(
                        "VMAbandoned",
                        "Machine vm-0 abandoned as requested by the annotation; its remaining resources stay on the infrastructure."),
                remove());

        assertEquals(List.of(), world.infrastructure.calls);
    }

    @Test
    void deletesTheMachineIfTheAnnotationNamesAnother() {
        abandon("vm-1");
        present(RUNNING);

        assertEquals("VMDeleting", remove().reason());
    }

    @Test
    void aDeletedMachineNoLongerDependsOnItsProviderConfig() {
        Secret token = world.reader
                .credentials()
                .secret(new ObjectName(ProviderStepWorld.PLATFORM, "token"))
                .orElseThrow();
        ObjectName name = ObjectName.from(request);
        assertEquals(ReconcileFilter.OURS, world.connector.concern(name, new MachineReconcileContext(request)));
        assertEquals(Set.of(name), world.connector.secretWatch().concerned().apply(token));

        remove();

        assertEquals(Set.of(), world.connector.secretWatch().concerned().apply(token));
    }

    @Test
    void createsOneMachineAfterACrash() {
        assertEquals(1, CrashPositions.check(ProviderStepWorld::new, started -> {
            started.restart();
            ProviderStepWorld.run(
                    steps(started).creation(), new MachineReconcileContext(request(UnaryOperator.identity())));
        }));
    }

    @Test
    void deletesTheMachineAfterACrash() {
        assertEquals(
                1,
                CrashPositions.check(
                        () -> {
                            ProviderStepWorld prepared = new ProviderStepWorld();
                            prepared.infrastructure.machines.put(ID, RUNNING);
                            return prepared;
                        },
                        started -> {
                            started.restart();
                            for (int pass = 0; pass < 2; pass++) {
                                ProviderStepWorld.run(
                                        steps(started).removal(),
                                        new MachineReconcileContext(request(UnaryOperator.identity())));
                            }
                        }));
    }
}
