package dev.butlerlabs.core.reconcile;

import java.util.Objects;
import java.util.function.Function;

/**
 * One named step of a reconciliation. It observes first, does only what is missing, and must be idempotent.
 *
 * @param name the type of its condition, such as {@code MachinesRunning}
 * @param body the action on the scope of this reconciliation
 */
public record Step<C>(String name, Function<C, StepResult> body) {
    public Step {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(body, "body");
    }

    public static <C> Step<C> of(String name, Function<C, StepResult> body) {
        return new Step<>(name, body);
    }
}
