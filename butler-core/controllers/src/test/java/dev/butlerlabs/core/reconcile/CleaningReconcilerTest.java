package dev.butlerlabs.core.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.api.MachineRequestStatus.Phase;
import dev.butlerlabs.core.embedded.testing.CrashPositions;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class CleaningReconcilerTest {
    private static final String OURS = ScriptedDefinition.FINALIZER;
    private static final String OTHER = "test.dev/other";
    private static final List<String> CREATION = List.of("Created", "Running");
    private static final List<String> CLEANUP = List.of("Stopped", "Deleted");
    private static final Optional<Duration> SOON = Optional.of(StepReconciler.SOON);
    private static final Optional<Duration> RESYNC = Optional.of(ScriptedDefinition.RESYNC);

    private final StepReconcilerWorld world = new StepReconcilerWorld();

    @AfterEach
    void close() {
        world.close();
    }

    private List<String> finalizers() {
        return world.live().getFinalizers();
    }

    /** Creates an object that is being deleted. */
    private static void createDeleted(StepReconcilerWorld world, String... finalizers) {
        world.create(finalizers);
        world.resource().delete();
    }

    @Test
    void addsItsFinalizerBeforeTheFirstStep() {
        world.create();
        world.definition.results.put("Created", () -> {
            assertEquals(List.of(OURS), finalizers());
            return StepResult.done();
        });

        assertEquals(RESYNC, world.reconcileWithCleanup());

        assertEquals(CREATION, world.definition.ran);
        assertEquals(Phase.RUNNING, world.live().getStatus().phase());
    }

    @Test
    void addsItsFinalizerOnceAndKeepsOthers() {
        world.create(OTHER);
        world.reconcileWithCleanup();
        int before = world.effects().count();

        world.reconcileWithCleanup();

        assertEquals(List.of(OTHER, OURS), finalizers());
        assertEquals(before, world.effects().count());
    }

    @Test
    void addsItsFinalizerToAnObjectOfAFormerController() {
        world.create(ScriptedDefinition.INHERITED);

        world.reconcileWithCleanup();

        assertEquals(List.of(ScriptedDefinition.INHERITED, OURS), finalizers());
    }

    @Test
    void runsTheStepsOnTheObjectThatTheApiReturned() {
        world.create();
        MachineRequest obsolete = world.live();
        world.resource().edit(request -> {
            request.getMetadata().setLabels(Map.of("a", "b"));
            return request;
        });

        assertEquals(RESYNC, world.reconcileWithCleanup(obsolete));

        assertEquals(Phase.RUNNING, world.live().getStatus().phase());
    }

    @Test
    void addsNoFinalizerWhileTheResponsibilityIsUndecided() {
        world.create();
        world.definition.concern = ReconcileFilter.UNDECIDED;

        assertEquals(RESYNC, world.reconcileWithCleanup());

        assertEquals(List.of(), finalizers());
        assertEquals(CREATION, world.definition.ran);
    }

    @Test
    void addsNoFinalizerToTheObjectOfAnotherController() {
        world.create();
        world.definition.concern = ReconcileFilter.FOREIGN;

        assertEquals(Optional.empty(), world.reconcileWithCleanup());

        assertEquals(List.of(), finalizers());
        assertEquals(List.of(), world.definition.ran);
    }

    @Test
    void aProcessThatIsNotTheLeaderAddsNoFinalizer() {
        world.create();
        world.active = false;

        assertEquals(SOON, world.reconcileWithCleanup());

        assertEquals(List.of(), finalizers());
    }

    @Test
    void ignoresAnObjectThatWasDeletedBeforeItsFinalizerWasAdded() {
        world.create();
        MachineRequest request = world.live();
        world.resource().delete();

        assertEquals(Optional.empty(), world.reconcileWithCleanup(request));

        assertEquals(List.of(), world.definition.ran);
    }

    @Test
    void passesOnTheErrorOfAddingTheFinalizer() {
        world.create();
        world.api.reject("PUT", 403, "Forbidden");

        assertEquals(
                403,
                assertThrows(KubernetesClientException.class, world::reconcileWithCleanup)
                        .getCode());
        assertEquals(List.of(), world.definition.ran);
    }

    @Test
    void runsNoStepIfTheResponseCannotBeDecoded() {
        world.create();
        MachineRequest request = world.live();
        world.undecodableResponses = true;

        assertEquals(Optional.empty(), world.reconcileWithCleanup(request));

        assertEquals(List.of(OURS), finalizers());
        assertEquals(List.of(), world.definition.ran);
    }

    @Test
    void runsTheCleanupAndThenReleasesTheObject() {
        createDeleted(world, OURS);

        assertEquals(Optional.empty(), world.reconcileWithCleanup());

        assertEquals(CLEANUP, world.definition.ran);
        assertNull(world.resource().get());
    }

    @Test
    void releasesItsOwnAndInheritedFinalizersOnly() {
        createDeleted(world, OTHER, ScriptedDefinition.INHERITED, OURS);

        world.reconcileWithCleanup();

        assertEquals(List.of(OTHER), finalizers());
        assertEquals(Phase.DELETING, world.live().getStatus().phase());
    }

    @Test
    void cleansUpAnObjectWithAnInheritedFinalizerOnly() {
        createDeleted(world, ScriptedDefinition.INHERITED);

        world.reconcileWithCleanup();

        assertEquals(CLEANUP, world.definition.ran);
        assertNull(world.resource().get());
    }

    @Test
    void leavesADeletedObjectWithoutItsFinalizerUnchanged() {
        createDeleted(world, OTHER);

        assertEquals(Optional.empty(), world.reconcileWithCleanup());

        assertEquals(List.of(), world.definition.ran);
        assertEquals(List.of(OTHER), finalizers());
        assertNull(world.live().getStatus());
    }

    @Test
    void keepsTheObjectWhileTheCleanupWaits() {
        createDeleted(world, OURS);
        world.definition.result("Stopped", StepResult.waiting("Stopping", "It stops.", Duration.ofSeconds(4)));

        assertEquals(Optional.of(Duration.ofSeconds(4)), world.reconcileWithCleanup());

        assertEquals(List.of("Stopped"), world.definition.ran);
        assertEquals(List.of(OURS), finalizers());
        assertEquals(Phase.DELETING, world.live().getStatus().phase());
    }

    @Test
    void keepsTheObjectWhileTheCleanupFails() {
        createDeleted(world, OURS);
        world.definition.result("Deleted", StepResult.failed("Forbidden", "Not permitted."));

        assertEquals(Optional.of(StepReconcilerWorld.FAILED_RECHECK), world.reconcileWithCleanup());

        assertEquals(List.of(OURS), finalizers());
    }

    @Test
    void keepsAPausedObject() {
        createDeleted(world, OURS);
        world.definition.paused = true;

        assertEquals(RESYNC, world.reconcileWithCleanup());

        assertEquals(List.of(), world.definition.ran);
        assertEquals(List.of(OURS), finalizers());
    }

    @Test
    void cleansUpAnObjectThatWouldRestOtherwise() {
        createDeleted(world, OURS);
        world.definition.rest = Optional.of(Duration.ofHours(1));

        assertEquals(Optional.empty(), world.reconcileWithCleanup());

        assertNull(world.resource().get());
    }

    @Test
    void aProcessThatIsNotTheLeaderCleansUpNothing() {
        createDeleted(world, OURS);
        world.active = false;

        assertEquals(SOON, world.reconcileWithCleanup());

        assertEquals(List.of(), world.definition.ran);
        assertNotNull(world.resource().get());
    }

    @Test
    void deletesTheObjectEvenIfItsLastStatusWasNotWritten() {
        createDeleted(world, OURS);
        world.api.reject("/status", 409, "Conflict");

        assertEquals(Optional.empty(), world.reconcileWithCleanup());

        assertNull(world.resource().get());
    }

    @Test
    void theBackoffOfTheCleanupEndsWithTheObject() {
        createDeleted(world, OURS);
        MachineRequest request = world.live();
        world.definition.failWith("Stopped", new ButlerException(ErrorCode.UNREACHABLE, "No answer."));
        assertEquals(Optional.of(Duration.ofSeconds(1)), world.reconcileWithCleanup());
        assertEquals(Optional.of(Duration.ofSeconds(2)), world.reconcileWithCleanup());
        world.definition.results.clear();
        world.reconcileWithCleanup();

        world.definition.failWith("Stopped", new ButlerException(ErrorCode.UNREACHABLE, "No answer."));

        assertEquals(Optional.of(Duration.ofSeconds(1)), world.reconcileWithCleanup(request));
    }

    @Test
    void ignoresAnObjectThatWasRemovedDuringItsCleanup() {
        createDeleted(world, OURS);
        world.definition.results.put("Deleted", () -> {
            world.resource().edit(request -> {
                request.removeFinalizer(OURS);
                return request;
            });
            return StepResult.done();
        });

        assertEquals(Optional.empty(), world.reconcileWithCleanup());

        assertNull(world.resource().get());
    }

    @Test
    void ignoresAnObjectThatWasRemovedBetweenAConflictAndItsRetry() {
        createDeleted(world, OURS);
        world.definition.results.put("Deleted", () -> {
            world.resource().edit(request -> {
                request.removeFinalizer(OURS);
                return request;
            });
            world.api.reject("PUT", 409, "Conflict");
            return StepResult.done();
        });

        assertEquals(Optional.empty(), world.reconcileWithCleanup());

        assertNull(world.resource().get());
    }

    @Test
    void releasesAnObjectThatChangedDuringItsCleanup() {
        createDeleted(world, OTHER, OURS);
        MachineRequest obsolete = world.live();
        world.resource().edit(request -> {
            request.getMetadata().setLabels(Map.of("a", "b"));
            return request;
        });

        assertEquals(Optional.empty(), world.reconcileWithCleanup(obsolete));

        assertEquals(List.of(OTHER), finalizers());
        assertEquals(Map.of("a", "b"), world.live().getMetadata().getLabels());
    }

    @Test
    void passesOnTheErrorOfTheRelease() {
        createDeleted(world, OURS);
        world.api.reject("PUT", 403, "Forbidden");

        assertEquals(
                403,
                assertThrows(KubernetesClientException.class, world::reconcileWithCleanup)
                        .getCode());
        assertEquals(List.of(OURS), finalizers());
    }

    @Test
    void reachesTheSameStateAfterACrashWhileTheFinalizerIsAdded() {
        assertEquals(
                4,
                CrashPositions.check(
                        () -> {
                            StepReconcilerWorld created = new StepReconcilerWorld();
                            created.create();
                            return created;
                        },
                        CleaningReconcilerTest::runProcess));
    }

    @Test
    void releasesTheObjectAfterACrashDuringTheCleanup() {
        assertEquals(
                3,
                CrashPositions.check(
                        () -> {
                            StepReconcilerWorld deleted = new StepReconcilerWorld();
                            createDeleted(deleted, OURS);
                            return deleted;
                        },
                        CleaningReconcilerTest::runProcess));
    }

    private static void runProcess(StepReconcilerWorld world) {
        world.restart();
        Optional.ofNullable(world.resource().get()).ifPresent(world::reconcileWithCleanup);
    }
}
