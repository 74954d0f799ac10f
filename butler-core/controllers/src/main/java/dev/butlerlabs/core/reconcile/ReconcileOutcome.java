package dev.butlerlabs.core.reconcile;

import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The outcome of one reconciliation, from which the status is rendered. Immutable.
 *
 * @param stage the state of the object as a whole
 * @param stop the step at which the reconciliation stopped; empty if all steps are done
 * @param conditions the complete new list: one for each step, and Ready, Progressing and Degraded
 * @param generation the generation that was reconciled
 * @param time the time of the reconciliation
 * @param cause the exception that stopped it, if any
 */
public record ReconcileOutcome(
        Stage stage,
        Optional<Stop> stop,
        List<Condition> conditions,
        long generation,
        Instant time,
        Optional<Throwable> cause) {
    public ReconcileOutcome {
        Objects.requireNonNull(stage, "stage");
        Objects.requireNonNull(stop, "stop");
        conditions = List.copyOf(conditions);
        Objects.requireNonNull(time, "time");
        Objects.requireNonNull(cause, "cause");
    }

    /** The state of an object as a whole. */
    public enum Stage {
        READY,
        PROGRESSING,
        FAILED,
        PAUSED,
        DELETING
    }

    /** The step at which a reconciliation stopped, and its result. */
    public record Stop(String step, StepResult result) {}

    /** Returns the failure, if the reconciliation failed. */
    public Optional<StepResult.Failed> failure() {
        return stop.map(Stop::result)
                .filter(StepResult.Failed.class::isInstance)
                .map(StepResult.Failed.class::cast);
    }

    /** Returns whether every step is done. */
    public boolean isComplete() {
        return stop.isEmpty() && stage != Stage.PAUSED;
    }
}
