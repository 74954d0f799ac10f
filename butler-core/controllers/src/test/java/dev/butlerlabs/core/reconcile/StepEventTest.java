package dev.butlerlabs.core.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class StepEventTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    @Test
    void progressIsToldWhenItHappensAndNotAgain() {
        ReconcileOutcome first = run(List.of(), scope -> StepResult.done("Machine cp-0 runs."));
        assertThat(StepEvent.between(List.of(), first))
                .containsExactly(
                        new StepEvent(EventType.NORMAL, "Running", "Machine cp-0 runs."),
                        new StepEvent(EventType.NORMAL, "Ready", "All steps completed."));

        assertThat(StepEvent.between(first.conditions(), run(first.conditions(), scope -> StepResult.done())))
                .isEmpty();
    }

    @Test
    void waitingIsToldOnceForEachReason() {
        Function<String, StepResult> booting = scope -> StepResult.waiting("Booting", "It boots.");
        ReconcileOutcome first = run(List.of(), booting);

        assertThat(StepEvent.between(List.of(), first))
                .containsExactly(new StepEvent(EventType.NORMAL, "Booting", "Running: It boots."));
        assertThat(StepEvent.between(first.conditions(), run(first.conditions(), booting)))
                .isEmpty();
    }

    @Test
    void failuresAndExceptionsAreWarningsEachTime() {
        ReconcileOutcome failed = run(List.of(), scope -> StepResult.failed("NoQuota", "The quota is used up."));
        assertThat(StepEvent.between(failed.conditions(), failed))
                .containsExactly(new StepEvent(EventType.WARNING, "NoQuota", "Running: The quota is used up."));

        ReconcileOutcome thrown = run(List.of(), scope -> {
            throw new ButlerException(ErrorCode.UNREACHABLE, "No answer.");
        });
        assertThat(StepEvent.between(thrown.conditions(), thrown))
                .containsExactly(new StepEvent(EventType.WARNING, "Unreachable", "Running: No answer."));
    }

    @Test
    void aStepWithAWordOfItsOwnIsToldByItAndReadyHasTheLastOne() {
        ReconcileOutcome outcome = run(List.of(), scope -> StepResult.done("VMRunning", "Machine cp-0 runs."));

        assertThat(StepEvent.between(List.of(), outcome))
                .contains(new StepEvent(EventType.NORMAL, "VMRunning", "Machine cp-0 runs."));
        assertThat(ConditionEditor.find(outcome.conditions(), ConditionEditor.READY)
                        .orElseThrow()
                        .getReason())
                .isEqualTo("VMRunning");
    }

    /** Each event is a write. */
    @Test
    void stepsOfOneReconciliationShareOneEventWithTheLastReason() {
        ReconcileOutcome outcome = new Steps<String>(List.of(
                        Step.of("Planned", scope -> StepResult.done()),
                        Step.of("Reached", scope -> StepResult.done("NetworkReachable", "The network is reachable.")),
                        Step.of("Requested", scope -> StepResult.done("All resources requested."))))
                .run("", List.of(), 1, NOON);

        assertThat(StepEvent.between(List.of(), outcome))
                .containsExactly(
                        new StepEvent(
                                EventType.NORMAL,
                                "NetworkReachable",
                                "Planned. Reached: The network is reachable. Requested: All resources requested."),
                        new StepEvent(EventType.NORMAL, "Ready", "All steps completed."));
    }

    @Test
    void aWaitIsRecordedWithTheStepsThatWereCompletedBefore() {
        ReconcileOutcome outcome = new Steps<String>(List.of(
                        Step.of("Planned", scope -> StepResult.done("The plan is complete.")),
                        Step.of("Running", scope -> StepResult.waiting("Booting", "It boots."))))
                .run("", List.of(), 1, NOON);

        assertThat(StepEvent.between(List.of(), outcome))
                .containsExactly(
                        new StepEvent(EventType.NORMAL, "Booting", "The plan is complete. Running: It boots."));
    }

    @Test
    void aFailureIsAnEventOfItsOwn() {
        ReconcileOutcome outcome = new Steps<String>(List.of(
                        Step.of("Planned", scope -> StepResult.done("The plan is complete.")),
                        Step.of("Running", scope -> StepResult.failed("NoQuota", "The quota is used up."))))
                .run("", List.of(), 1, NOON);

        assertThat(StepEvent.between(List.of(), outcome))
                .containsExactly(
                        new StepEvent(EventType.NORMAL, "Planned", "The plan is complete."),
                        new StepEvent(EventType.WARNING, "NoQuota", "Running: The quota is used up."));
    }

    private static ReconcileOutcome run(List<Condition> before, Function<String, StepResult> body) {
        return new Steps<>(List.of(Step.of("Running", body))).run("", before, 1, NOON);
    }
}
