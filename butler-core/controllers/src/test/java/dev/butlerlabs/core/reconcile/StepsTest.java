package dev.butlerlabs.core.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.reconcile.ReconcileOutcome.Stage;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StepsTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final Instant LATER = NOON.plusSeconds(60);

    private final Map<String, StepResult> answers = new HashMap<>();
    private final List<String> ran = new ArrayList<>();
    private final Steps<String> steps = new Steps<>(List.of(step("Created"), step("Running"), step("Joined")));

    @Test
    void allStepsDoneIsReady() {
        ReconcileOutcome outcome = run(List.of(), NOON);

        assertThat(outcome.stage()).isEqualTo(Stage.READY);
        assertThat(outcome.isComplete()).isTrue();
        assertThat(outcome.conditions())
                .extracting(Condition::getType, Condition::getStatus, Condition::getReason)
                .containsExactly(
                        tuple("Created", "True", "Done"),
                        tuple("Running", "True", "Done"),
                        tuple("Joined", "True", "Done"),
                        tuple("Ready", "True", "Ready"),
                        tuple("Progressing", "False", "Ready"),
                        tuple("Degraded", "False", "Ready"));
    }

    @Test
    void waitingStopsTheRunAndLeavesTheRestUnknown() {
        answers.put("Running", StepResult.waiting("Booting", "The machine boots.", Duration.ofSeconds(5)));

        ReconcileOutcome outcome = run(List.of(), NOON);

        assertThat(ran).containsExactly("Created", "Running");
        assertThat(outcome.stage()).isEqualTo(Stage.PROGRESSING);
        assertThat(outcome.stop()).contains(new ReconcileOutcome.Stop("Running", answers.get("Running")));
        assertThat(outcome.conditions())
                .extracting(Condition::getType, Condition::getStatus, Condition::getReason, Condition::getMessage)
                .containsExactly(
                        tuple("Created", "True", "Done", ""),
                        tuple("Running", "False", "Booting", "The machine boots."),
                        tuple("Joined", "Unknown", "NotReached", "Waiting for step Running."),
                        tuple("Ready", "False", "Booting", "Running: The machine boots."),
                        tuple("Progressing", "True", "Booting", "Running: The machine boots."),
                        tuple("Degraded", "False", "Booting", ""));
    }

    @Test
    void failureIsDegradedAndNotProgressing() {
        answers.put("Created", StepResult.failed("NoQuota", "The quota is used up."));

        ReconcileOutcome outcome = run(List.of(), NOON);

        assertThat(outcome.stage()).isEqualTo(Stage.FAILED);
        assertThat(outcome.failure()).contains(new StepResult.Failed("NoQuota", "The quota is used up."));
        assertThat(ConditionEditor.isTrue(outcome.conditions(), ConditionEditor.DEGRADED))
                .isTrue();
        assertThat(ConditionEditor.isTrue(outcome.conditions(), ConditionEditor.PROGRESSING))
                .isFalse();
    }

    @Test
    void aStepThatWasDoneStaysTrueWhenAnEarlierOneStumbles() {
        List<Condition> before = run(List.of(), NOON).conditions();
        answers.put("Created", StepResult.waiting("Unreachable", "No answer."));

        List<Condition> after = run(before, LATER).conditions();

        assertThat(ConditionEditor.find(after, "Joined")).isEqualTo(ConditionEditor.find(before, "Joined"));
        assertThat(ConditionEditor.find(after, "Created").orElseThrow().getLastTransitionTime())
                .isEqualTo(ConditionEditor.timestamp(LATER));
    }

    @Test
    void aFailureFurtherDownIsForgottenWhenItIsNotReachedAgain() {
        answers.put("Joined", StepResult.failed("Refused", "The node was refused."));
        List<Condition> before = run(List.of(), NOON).conditions();
        answers.put("Created", StepResult.waiting("Unreachable", "No answer."));

        List<Condition> after = run(before, LATER).conditions();

        assertThat(ConditionEditor.find(after, "Joined").orElseThrow().getStatus())
                .isEqualTo("Unknown");
        assertThat(ConditionEditor.isTrue(after, ConditionEditor.DEGRADED)).isFalse();
    }

    @Test
    void runningAgainWithNothingNewGivesTheSameConditions() {
        answers.put("Running", StepResult.waiting("Booting", "The machine boots."));
        List<Condition> before = run(List.of(), NOON).conditions();

        assertThat(run(before, LATER).conditions()).isEqualTo(before);
    }

    @Test
    void conditionsOfOthersAreKept() {
        List<Condition> foreign = ConditionEditor.set(List.of(), "Audited", "True", "Fine", "", 1, NOON);

        assertThat(run(foreign, LATER).conditions()).startsWith(foreign.getFirst());
    }

    @Test
    void aSilentServerIsWaitedForUnderBackOffAndTheCauseIsKept() {
        ButlerException silence = new ButlerException(ErrorCode.UNREACHABLE, "The hypervisor does not answer.");
        ReconcileOutcome outcome = throwing(silence);

        assertThat(outcome.stop().orElseThrow().result())
                .isEqualTo(new StepResult.Waiting("Unreachable", "The hypervisor does not answer.", Optional.empty()));
        assertThat(outcome.cause()).containsSame(silence);
    }

    @Test
    void aRefusalIsAFailure() {
        ReconcileOutcome outcome =
                throwing(new ButlerException(ErrorCode.FORBIDDEN, "The token may not create machines."));

        assertThat(outcome.failure())
                .contains(new StepResult.Failed("Forbidden", "The token may not create machines."));
    }

    @Test
    void aBugIsAFailureThatKeepsItsCause() {
        IllegalStateException bug = new IllegalStateException("index 7");
        ReconcileOutcome outcome = throwing(bug);

        assertThat(outcome.failure().orElseThrow().reason()).isEqualTo("Internal");
        assertThat(outcome.cause()).containsSame(bug);
    }

    @ParameterizedTest
    @EnumSource(ErrorCode.class)
    void everyKindOfFailureHasAMeaning(ErrorCode code) {
        ReconcileOutcome outcome = throwing(new ButlerException(code, "It went wrong."));

        boolean passes = List.of(ErrorKind.UNREACHABLE, ErrorKind.TIMEOUT, ErrorKind.CONFLICT, ErrorKind.ENVIRONMENT)
                .contains(code.kind());
        assertThat(outcome.stage()).isEqualTo(passes ? Stage.PROGRESSING : Stage.FAILED);
    }

    @Test
    void cleanupIsDeletingAndNeverReady() {
        ReconcileOutcome outcome = steps.runCleanup("", List.of(), 3, NOON);

        assertThat(outcome.stage()).isEqualTo(Stage.DELETING);
        assertThat(outcome.isComplete()).isTrue();
        assertThat(ConditionEditor.find(outcome.conditions(), ConditionEditor.READY)
                        .orElseThrow())
                .returns("False", Condition::getStatus)
                .returns("Deleting", Condition::getReason)
                .returns(3L, Condition::getObservedGeneration);
    }

    @Test
    void pausingRunsNothingAndKeepsWhatWasKnown() {
        List<Condition> before = run(List.of(), NOON).conditions();
        ran.clear();

        ReconcileOutcome outcome = Steps.paused(before, 2, LATER);

        assertThat(ran).isEmpty();
        assertThat(outcome.isComplete()).isFalse();
        assertThat(ConditionEditor.isTrue(outcome.conditions(), ConditionEditor.READY))
                .isTrue();
        assertThat(ConditionEditor.find(outcome.conditions(), ConditionEditor.PROGRESSING)
                        .orElseThrow()
                        .getReason())
                .isEqualTo("Paused");
    }

    @Test
    void namesMustBeUniqueAndNotReserved() {
        assertThatThrownBy(() -> new Steps<>(List.of(step("A"), step("A")))).hasMessageContaining("A");
        assertThatThrownBy(() -> new Steps<>(List.of(step("Ready")))).hasMessageContaining("Ready");
        assertThatThrownBy(() -> StepResult.failed("two words", "")).hasMessageContaining("two words");
    }

    @Test
    void thePhaseFollowsFromTheOutcome() {
        PhaseMapper<String> phases =
                PhaseMapper.of("Running", "Failed", "Deleting", "Pending").at("Running", "Creating");

        assertThat(phases.of(run(List.of(), NOON), Optional.empty())).isEqualTo("Running");
        assertThat(phases.of(steps.runCleanup("", List.of(), 1, NOON), Optional.empty()))
                .isEqualTo("Deleting");
        assertThat(phases.of(Steps.paused(List.of(), 1, NOON), Optional.of("Creating")))
                .isEqualTo("Creating");
        answers.put("Running", StepResult.waiting("Booting", ""));
        assertThat(phases.of(run(List.of(), NOON), Optional.empty())).isEqualTo("Creating");
        answers.put("Created", StepResult.waiting("Queued", ""));
        assertThat(phases.of(run(List.of(), NOON), Optional.empty())).isEqualTo("Pending");
        answers.put("Created", StepResult.failed("NoQuota", ""));
        assertThat(phases.of(run(List.of(), NOON), Optional.empty())).isEqualTo("Failed");
    }

    private ReconcileOutcome run(List<Condition> before, Instant now) {
        return steps.run("", before, 1, now);
    }

    private static ReconcileOutcome throwing(RuntimeException thrown) {
        return new Steps<String>(List.of(Step.of("Created", scope -> {
                    throw thrown;
                })))
                .run("", List.of(), 1, NOON);
    }

    private Step<String> step(String name) {
        return Step.of(name, scope -> {
            ran.add(name);
            return answers.getOrDefault(name, StepResult.done());
        });
    }
}
