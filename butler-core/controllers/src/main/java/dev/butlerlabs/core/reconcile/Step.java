package dev.butlerlabs.core.reconcile;

import java.util.Objects;
import java.util.function.Function;

/**
 * One named part of a reconciliation. It looks first, does only what is missing, and may run again at any moment.
 *
 * @param name the type of the condition that records it, such as {@code MachinesRunning}
 * @param body what it does with the scope of this run
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
