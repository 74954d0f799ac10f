package dev.butlerlabs.core.reconcile;

import static dev.butlerlabs.core.reconcile.ConditionEditor.DEGRADED;
import static dev.butlerlabs.core.reconcile.ConditionEditor.FALSE;
import static dev.butlerlabs.core.reconcile.ConditionEditor.PROGRESSING;
import static dev.butlerlabs.core.reconcile.ConditionEditor.READY;
import static dev.butlerlabs.core.reconcile.ConditionEditor.TRUE;
import static dev.butlerlabs.core.reconcile.ConditionEditor.UNKNOWN;

import dev.butlerlabs.core.reconcile.ReconcileOutcome.Stage;
import dev.butlerlabs.core.reconcile.ReconcileOutcome.Stop;
import dev.butlerlabs.core.reconcile.StepResult.Done;
import dev.butlerlabs.core.reconcile.StepResult.Failed;
import dev.butlerlabs.core.reconcile.StepResult.Waiting;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Runs a list of steps from the start each time, until one is not done. Each step has a condition of its name: True if done, False if
 * waiting or failed. A step that was not reached keeps True from an earlier run, otherwise it is Unknown. Thread-safe if the steps are.
 */
public final class Steps<C> {
    private static final Set<String> RESERVED = Set.of(READY, PROGRESSING, DEGRADED);

    private final List<Step<C>> steps;

    public Steps(List<Step<C>> steps) {
        this.steps = List.copyOf(steps);
        Set<String> seen = new HashSet<>(RESERVED);
        for (Step<C> step : steps) {
            if (!seen.add(step.name())) {
                throw new IllegalArgumentException("duplicate or reserved step name: " + step.name());
            }
        }
    }

    /** Runs the steps for an object that is not being deleted. */
    public ReconcileOutcome run(C scope, List<Condition> before, long generation, Instant now) {
        return conclude(execute(scope), before, generation, now, Stage.READY);
    }

    /** Runs the steps for an object that is being deleted, which never becomes ready again. */
    public ReconcileOutcome runCleanup(C scope, List<Condition> before, long generation, Instant now) {
        return conclude(execute(scope), before, generation, now, Stage.DELETING);
    }

    /** Returns the outcome of a paused object: no step runs, and its conditions stay. */
    public static ReconcileOutcome paused(List<Condition> before, long generation, Instant now) {
        List<Condition> conditions =
                ConditionEditor.set(before, PROGRESSING, FALSE, "Paused", "Reconciliation is paused.", generation, now);
        return new ReconcileOutcome(Stage.PAUSED, Optional.empty(), conditions, generation, now, Optional.empty());
    }

    private Run execute(C scope) {
        List<Done> done = new ArrayList<>();
        for (Step<C> step : steps) {
            try {
                switch (step.body().apply(scope)) {
                    case Done result -> done.add(result);
                    case Waiting result -> {
                        return new Run(done, Optional.of(result), Optional.empty());
                    }
                    case Failed result -> {
                        return new Run(done, Optional.of(result), Optional.empty());
                    }
                }
            } catch (RuntimeException e) {
                return new Run(done, Optional.of(StepFailureClassifier.toResult(step.name(), e)), Optional.of(e));
            }
        }
        return new Run(done, Optional.empty(), Optional.empty());
    }

    private ReconcileOutcome conclude(Run run, List<Condition> before, long generation, Instant now, Stage whenDone) {
        Optional<Stop> stop =
                run.stoppedBy().map(result -> new Stop(steps.get(run.reached()).name(), result));
        List<Condition> conditions = before;
        for (int i = 0; i < steps.size(); i++) {
            conditions = record(conditions, i, run, generation, now);
        }
        Stage stage = stage(stop, whenDone);
        return new ReconcileOutcome(
                stage,
                stop,
                summarised(conditions, stage, stop, run.lastWord(), generation, now),
                generation,
                now,
                run.cause());
    }

    private List<Condition> record(List<Condition> conditions, int index, Run run, long generation, Instant now) {
        String name = steps.get(index).name();
        if (index < run.reached()) {
            Done result = run.done().get(index);
            return ConditionEditor.set(conditions, name, TRUE, result.reason(), result.message(), generation, now);
        }
        if (index == run.reached()) {
            StepResult result = run.stoppedBy().orElseThrow();
            return ConditionEditor.set(conditions, name, FALSE, result.reason(), result.message(), generation, now);
        }
        if (ConditionEditor.isTrue(conditions, name)) {
            return conditions;
        }
        String message =
                "Waiting for step %s.".formatted(steps.get(run.reached()).name());
        return ConditionEditor.set(conditions, name, UNKNOWN, "NotReached", message, generation, now);
    }

    static Stage stage(Optional<Stop> stop, Stage whenDone) {
        if (whenDone == Stage.DELETING || stop.isEmpty()) {
            return whenDone;
        }
        return switch (stop.get().result()) {
            case Done done -> whenDone;
            case Waiting waiting -> Stage.PROGRESSING;
            case Failed failed -> Stage.FAILED;
        };
    }

    private static List<Condition> summarised(
            List<Condition> conditions,
            Stage stage,
            Optional<Stop> stop,
            Optional<String> lastWord,
            long generation,
            Instant now) {
        boolean failed = stop.filter(s -> s.result() instanceof Failed).isPresent();
        boolean progressing = stop.filter(s -> s.result() instanceof Waiting).isPresent();
        String reason = stop.map(s -> s.result().reason())
                .orElseGet(() -> stage == Stage.DELETING ? "Deleted" : lastWord.orElse("Ready"));
        String message = stop.map(s -> s.step() + ": " + s.result().message()).orElse("");
        boolean ready = stage == Stage.READY;
        List<Condition> list = conditions;
        list = ConditionEditor.set(
                list, READY, ready ? TRUE : FALSE, readyReason(stage, reason), message, generation, now);
        list = ConditionEditor.set(list, PROGRESSING, progressing ? TRUE : FALSE, reason, message, generation, now);
        return ConditionEditor.set(
                list, DEGRADED, failed ? TRUE : FALSE, reason, failed ? message : "", generation, now);
    }

    private static String readyReason(Stage stage, String reason) {
        return stage == Stage.DELETING ? "Deleting" : reason;
    }

    /** The progress of a run: the results of the done steps, and what stopped it. */
    private record Run(List<Done> done, Optional<StepResult> stoppedBy, Optional<Throwable> cause) {
        private int reached() {
            return done.size();
        }

        private Optional<String> lastWord() {
            return done.isEmpty()
                    ? Optional.empty()
                    : Optional.of(done.getLast().reason()).filter(word -> !word.equals(StepResult.DONE));
        }
    }
}
