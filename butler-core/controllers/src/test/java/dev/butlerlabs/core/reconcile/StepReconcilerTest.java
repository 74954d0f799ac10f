package dev.butlerlabs.core.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.api.MachineRequestStatus.Phase;
import dev.butlerlabs.core.embedded.testing.CrashPositions;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class StepReconcilerTest {
    private static final String STATUS = "/machinerequests/cp-0/status";
    private static final Optional<Duration> SOON = Optional.of(StepReconciler.SOON);
    private static final StepResult NO_RETRY_TIME = StepResult.waiting("Queued", "In the queue.");

    private final StepReconcilerWorld world = new StepReconcilerWorld();

    @AfterEach
    void close() {
        world.close();
    }

    private static Optional<Duration> seconds(long seconds) {
        return Optional.of(Duration.ofSeconds(seconds));
    }

    private Condition condition(String type) {
        return ConditionEditor.find(world.live().getStatus().conditions(), type).orElseThrow();
    }

    private List<String> statusWrites() {
        return world.api.requests().stream()
                .filter(line -> line.contains("/status"))
                .toList();
    }

    private MachineRequest undecodable() {
        MachineRequest request = world.live();
        request.getMetadata().setAdditionalProperty("butlerUndecodable", "spec.cpu: too large");
        return request;
    }

    @Test
    void aReadyObjectIsReconciledAgainAfterTheResyncInterval() {
        world.create();
        world.definition.result("Running", StepResult.done("The machine is running."));

        assertEquals(Optional.of(ScriptedDefinition.RESYNC), world.reconcile());

        assertEquals(List.of("Created", "Running"), world.definition.ran);
        assertEquals(Phase.RUNNING, world.live().getStatus().phase());
        assertEquals("True", condition(ConditionEditor.READY).getStatus());
        assertEquals(
                ConditionEditor.timestamp(world.clock.instant()),
                condition("Running").getLastTransitionTime());
        assertEquals(
                List.of(
                        "Normal Ready All steps completed. x1",
                        "Normal Running Created. Running: The machine is running. x1"),
                world.eventTexts());
    }

    @Test
    void theStatusIsWrittenOnceWhileNothingChanges() {
        world.create();
        world.reconcile();
        world.clock.pass(60);
        int before = world.effects().count();

        assertEquals(Optional.of(ScriptedDefinition.RESYNC), world.reconcile());

        assertEquals(1, statusWrites().size());
        assertEquals(before, world.effects().count());
    }

    @Test
    void theStatusNamesTheGenerationOfTheObject() {
        world.create();
        world.resource().edit(request -> {
            request.getMetadata().setLabels(Map.of("a", "b"));
            return request;
        });
        MachineRequest live = world.live();
        live.getMetadata().setGeneration(4L);

        world.reconcile(live);

        assertEquals(4L, world.live().getStatus().observedGeneration());
    }

    @Test
    void anObjectWithoutGenerationCountsAsGenerationZero() {
        world.create();
        MachineRequest live = world.live();
        live.getMetadata().setGeneration(null);

        world.reconcile(live);

        assertEquals(0L, world.live().getStatus().observedGeneration());
    }

    @Test
    void aWaitingStepDecidesWhenToRunAgain() {
        world.create();
        world.definition.result("Created", StepResult.waiting("Booting", "It boots.", Duration.ofSeconds(3)));

        assertEquals(seconds(3), world.reconcile());

        assertEquals(List.of("Created"), world.definition.ran);
        assertEquals("Booting", condition("Created").getReason());
        assertEquals(List.of("Normal Booting Created: It boots. x1"), world.eventTexts());
    }

    @Test
    void aWaitingStepWithoutRetryTimeBacksOffUpToTheCap() {
        world.create();
        world.definition.result("Created", NO_RETRY_TIME);

        assertEquals(seconds(1), world.reconcile());
        assertEquals(seconds(2), world.reconcile());
        assertEquals(seconds(4), world.reconcile());
        assertEquals(seconds(5), world.reconcile());
        assertEquals(seconds(5), world.reconcile());
    }

    @Test
    void everyOtherResultEndsTheBackoff() {
        world.create();
        for (StepResult other : List.of(
                StepResult.done(),
                StepResult.failed("NoQuota", ""),
                StepResult.waiting("Booting", "", Duration.ofSeconds(9)))) {
            world.definition.result("Created", NO_RETRY_TIME);
            assertEquals(seconds(1), world.reconcile());
            assertEquals(seconds(2), world.reconcile());
            world.definition.result("Created", other);
            world.reconcile();
        }
    }

    @Test
    void theBackoffOfOneObjectDoesNotDelayAnother() {
        world.create();
        world.definition.result("Created", NO_RETRY_TIME);
        world.reconcile();
        world.client()
                .resource(MachineReconciliation.request("default", "cp-1"))
                .create();
        MachineRequest other = world.client()
                .resources(MachineRequest.class)
                .inNamespace("default")
                .withName("cp-1")
                .require();

        assertEquals(seconds(1), world.reconcile(other));
    }

    @Test
    void theBackoffStartsAgainAfterTheObjectWasDeleted() {
        world.create();
        world.definition.result("Created", NO_RETRY_TIME);
        MachineRequest request = world.live();
        world.reconcile();
        int runs = world.definition.ran.size();

        assertEquals(Optional.empty(), world.reconcileDeleted(request));

        assertEquals(runs, world.definition.ran.size());
        assertEquals(seconds(1), world.reconcile());
    }

    @Test
    void aFailedStepIsCheckedAgainAfterTheIntervalOfTheHost() {
        world.create();
        world.definition.result("Running", StepResult.failed("NoQuota", "The quota is used up."));

        assertEquals(Optional.of(StepReconcilerWorld.FAILED_RECHECK), world.reconcile());

        assertEquals(Phase.FAILED, world.live().getStatus().phase());
        assertTrue(world.eventTexts().contains("Warning NoQuota Running: The quota is used up. x1"));
    }

    @Test
    void aDefinitionMaySetItsOwnIntervalForFailedObjects() {
        world.create();
        world.definition.failedRecheck = seconds(45);
        world.definition.result("Created", StepResult.failed("NoQuota", ""));

        assertEquals(seconds(45), world.reconcile());
    }

    @Test
    void aFailureIncreasesTheCountOfItsEvent() {
        world.create();
        world.definition.result("Created", StepResult.failed("NoQuota", "No quota."));

        world.reconcile();
        world.reconcile();

        assertEquals(List.of("Warning NoQuota Created: No quota. x2"), world.eventTexts());
    }

    @Test
    void anUnreachableServerIsRetriedWithBackoffAndReportedAsWarning() {
        world.create();
        world.definition.failWith("Created", new ButlerException(ErrorCode.UNREACHABLE, "No answer."));

        assertEquals(seconds(1), world.reconcile());
        assertEquals(seconds(2), world.reconcile());

        assertEquals("Unreachable", condition("Created").getReason());
        assertEquals(List.of("Warning Unreachable Created: No answer. x2"), world.eventTexts());
    }

    @Test
    void anExceptionOfAStepIsAFailure() {
        world.create();
        world.definition.failWith("Created", new IllegalStateException("index 7"));

        assertEquals(Optional.of(StepReconcilerWorld.FAILED_RECHECK), world.reconcile());

        assertEquals("Internal", condition("Created").getReason());
    }

    @Test
    void aCancelledStepIsNotReported() {
        world.create();
        world.definition.failWith("Running", new ButlerException(ErrorCode.CANCELLED, "Interrupted."));

        assertEquals(SOON, world.reconcile());

        assertNull(world.live().getStatus());
        assertEquals(List.of(), world.events());
    }

    @Test
    void anExceptionOnAnInterruptedThreadIsNotReported() {
        world.create();
        world.definition.results.put("Created", () -> {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("closed");
        });

        Optional<Duration> delay;
        boolean interrupted;
        try {
            delay = world.reconcile();
        } finally {
            interrupted = Thread.interrupted();
        }

        assertEquals(SOON, delay);
        assertTrue(interrupted);
        assertNull(world.live().getStatus());
    }

    @Test
    void aProcessThatIsNotTheLeaderDoesNothing() {
        world.create();
        world.active = false;

        assertEquals(SOON, world.reconcile());

        assertEquals(List.of(), world.definition.ran);
        assertNull(world.live().getStatus());
    }

    @Test
    void aPausedObjectRunsNoStepAndReportsIt() {
        world.create();
        world.definition.paused = true;

        assertEquals(Optional.of(ScriptedDefinition.RESYNC), world.reconcile());

        assertEquals(List.of(), world.definition.ran);
        assertEquals("Paused", condition(ConditionEditor.PROGRESSING).getReason());
    }

    @Test
    void aRestingObjectIsSkippedUntilLater() {
        world.create();
        world.definition.rest = seconds(20);

        assertEquals(seconds(20), world.reconcile());

        assertEquals(List.of(), world.definition.ran);
        assertNull(world.live().getStatus());
    }

    @Test
    void theObjectOfAnotherControllerIsLeftUnchanged() {
        world.create();
        world.definition.concern = ReconcileFilter.FOREIGN;

        assertEquals(Optional.empty(), world.reconcile());

        assertEquals(List.of(), world.definition.ran);
        assertNull(world.live().getStatus());
    }

    @Test
    void theStepsRunForAnObjectOfUndecidedResponsibility() {
        world.create();
        world.definition.concern = ReconcileFilter.UNDECIDED;

        assertEquals(Optional.of(ScriptedDefinition.RESYNC), world.reconcile());

        assertEquals(List.of("Created", "Running"), world.definition.ran);
    }

    @Test
    void anUndecodableObjectIsReportedAndNotReconciled() {
        world.create();

        assertEquals(Optional.empty(), world.reconcile(undecodable()));

        assertEquals(List.of(), world.definition.ran);
        assertNull(world.live().getStatus());
        assertEquals(
                List.of("Warning Undecodable The object cannot be read and is not reconciled: spec.cpu: too large x1"),
                world.eventTexts());
    }

    @Test
    void onlyTheLeaderReportsAnUndecodableObject() {
        world.create();
        world.active = false;

        assertEquals(Optional.empty(), world.reconcile(undecodable()));

        assertEquals(List.of(), world.events());
    }

    @Test
    void aConflictOfTheStatusIsRetriedSoonAndTheEventsAreKept() {
        world.create();
        world.api.reject(STATUS, 409, "Conflict");

        assertEquals(SOON, world.reconcile());

        assertNull(world.live().getStatus());
        assertEquals(2, world.events().size());
    }

    @Test
    void anObsoleteObjectDoesNotOverwriteTheStatus() {
        world.create();
        MachineRequest obsolete = world.live();
        world.resource().edit(request -> {
            request.getMetadata().setLabels(Map.of("a", "b"));
            return request;
        });

        assertEquals(SOON, world.reconcile(obsolete));

        assertNull(world.live().getStatus());
    }

    @Test
    void anUnreachableApiIsRetriedWithBackoff() {
        world.create();
        MachineRequest request = world.live();
        world.api.down(true);

        assertEquals(seconds(1), world.reconcile(request));
        assertEquals(seconds(2), world.reconcile(request));
    }

    @Test
    void theStatusOfADeletedObjectIsNotMissed() {
        world.create();
        MachineRequest request = world.live();
        world.resource().delete();

        assertEquals(Optional.of(ScriptedDefinition.RESYNC), world.reconcile(request));
    }

    @Test
    void aRejectedStatusIsAnError() {
        world.create();
        world.api.reject(STATUS, 403, "Forbidden");

        ButlerException rejected = assertThrows(ButlerException.class, world::reconcile);

        assertEquals(ErrorCode.FORBIDDEN, rejected.code());
        assertTrue(rejected.getMessage().contains("default/cp-0"), rejected.getMessage());
    }

    @Test
    void countsTheUndecodableObjectsOfItsCache() {
        world.create();
        assertEquals(0, world.plain().undecodable());

        world.cached.add(world.live());
        world.cached.add(undecodable());
        world.cached.add(undecodable());

        assertEquals(2, world.plain().undecodable());
    }

    @Test
    void countsNoUndecodableObjectBeforeItWatches() {
        StepReconciler<?, ?, ?> unstarted = new StepReconciler<>(
                world.definition,
                ReconcilerHostOptions.standard(),
                new EventRecorder(world.client(), "butler-test", world.clock),
                () -> true,
                new ReconcileSlots(1));

        assertEquals(0, unstarted.undecodable());
    }

    @Test
    void leavesObjectsOfOtherNamespacesUnchanged() {
        world.create();
        world.namespaces.exclude("default");
        int before = world.effects().count();

        assertEquals(Optional.empty(), world.reconcile());

        assertEquals(List.of(), world.definition.ran);
        assertEquals(before, world.effects().count());
        world.namespaces.include("default");
        world.reconcile();
        assertEquals(List.of("Created", "Running"), world.definition.ran);
        assertEquals(List.of("default"), world.namespaces.ran);
    }

    @Test
    void addsNoFinalizerToObjectsOfOtherNamespaces() {
        world.create();
        world.namespaces.exclude("default");

        assertEquals(Optional.empty(), world.reconcileWithCleanup());

        assertEquals(List.of(), world.live().getFinalizers());
    }

    @Test
    void returnsItsDefinition() {
        assertEquals(world.definition, world.plain().reconciliation());
    }

    @Test
    void writesTheSameStatusAfterACrashBetweenTheStatusAndItsEvents() {
        assertEquals(3, CrashPositions.check(StepReconcilerTest::created, StepReconcilerTest::runProcess));
    }

    private static StepReconcilerWorld created() {
        StepReconcilerWorld world = new StepReconcilerWorld();
        world.create();
        return world;
    }

    private static void runProcess(StepReconcilerWorld world) {
        world.restart();
        world.reconcile();
    }
}
