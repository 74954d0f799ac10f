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

    /** Each event is a write; a reason of its own is what users look for. */
    @Test
    void stepsWithoutAReasonOfTheirOwnShareOneEvent() {
        ReconcileOutcome outcome = new Steps<String>(List.of(
                        Step.of("Planned", scope -> StepResult.done()),
                        Step.of("Reached", scope -> StepResult.done("NetworkReachable", "The network is reachable.")),
                        Step.of("Requested", scope -> StepResult.done("All resources requested."))))
                .run("", List.of(), 1, NOON);

        assertThat(StepEvent.between(List.of(), outcome))
                .containsExactly(
                        new StepEvent(EventType.NORMAL, "Requested", "Planned. Requested: All resources requested."),
                        new StepEvent(EventType.NORMAL, "NetworkReachable", "The network is reachable."),
                        new StepEvent(EventType.NORMAL, "Ready", "All steps completed."));
    }

    @Test
    void combinedProgressIsOneEventWithTheLastReason() {
        StepEvent reached = new StepEvent(EventType.NORMAL, "NetworkReachable", "The network is reachable.");
        StepEvent booting = new StepEvent(EventType.NORMAL, "Booting", "Running: It boots.");

        assertThat(StepEvent.combined(List.of(reached, booting)))
                .containsExactly(
                        new StepEvent(EventType.NORMAL, "Booting", "The network is reachable. Running: It boots."));
        assertThat(StepEvent.combined(List.of(reached))).containsExactly(reached);
        assertThat(StepEvent.combined(List.of())).isEmpty();
    }

    @Test
    void aWarningIsNotCombinedWithProgress() {
        StepEvent planned = new StepEvent(EventType.NORMAL, "Planned", "The plan is complete.");
        StepEvent reached = new StepEvent(EventType.NORMAL, "NetworkReachable", "The network is reachable.");
        StepEvent failed = new StepEvent(EventType.WARNING, "NoQuota", "Running: The quota is used up.");

        assertThat(StepEvent.combined(List.of(planned, reached, failed)))
                .containsExactly(
                        new StepEvent(
                                EventType.NORMAL,
                                "NetworkReachable",
                                "The plan is complete. The network is reachable."),
                        failed);
        assertThat(StepEvent.combined(List.of(planned, failed))).containsExactly(planned, failed);
    }

    private static ReconcileOutcome run(List<Condition> before, Function<String, StepResult> body) {
        return new Steps<>(List.of(Step.of("Running", body))).run("", before, 1, NOON);
    }
}
