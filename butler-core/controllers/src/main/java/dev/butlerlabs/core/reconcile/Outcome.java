package dev.butlerlabs.core.reconcile;

import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What one run of a reconciliation came to; a status is rendered from it.
 *
 * @param stage where the object as a whole stands
 * @param stop the step at which the run ended, empty when none was left
 * @param conditions the complete new list: one for each step, and Ready, Progressing and Degraded
 * @param generation the generation of the object that was looked at
 * @param time when
 * @param cause the exception behind a stop, when there was one
 */
public record Outcome(
        Stage stage,
        Optional<Stop> stop,
        List<Condition> conditions,
        long generation,
        Instant time,
        Optional<Throwable> cause) {
    public Outcome {
        Objects.requireNonNull(stage, "stage");
        Objects.requireNonNull(stop, "stop");
        conditions = List.copyOf(conditions);
        Objects.requireNonNull(time, "time");
        Objects.requireNonNull(cause, "cause");
    }

    /** Where an object as a whole stands. */
    public enum Stage {
        READY,
        PROGRESSING,
        FAILED,
        PAUSED,
        DELETING
    }

    /** The step at which a run ended, and what it answered. */
    public record Stop(String step, StepResult result) {}

    /** The reason of the failure, when it is one. */
    public Optional<StepResult.Failed> failure() {
        return stop.map(Stop::result)
                .filter(StepResult.Failed.class::isInstance)
                .map(StepResult.Failed.class::cast);
    }

    /** Whether every step is done. */
    public boolean isComplete() {
        return stop.isEmpty() && stage != Stage.PAUSED;
    }
}
