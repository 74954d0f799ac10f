package dev.butlerlabs.core.talos.client;

import java.util.Objects;

/**
 * Which events of a machine.
 *
 * @param tail how many of the past; 0 for none, negative for all that it remembers
 * @param afterId only those behind this one; empty for any
 * @param actor only those that this actor caused; empty for any
 */
public record EventQuestion(int tail, String afterId, String actor) {
    public EventQuestion {
        Objects.requireNonNull(afterId, "afterId");
        Objects.requireNonNull(actor, "actor");
    }

    /** Everything the machine remembers, and what happens from now on. */
    public static EventQuestion everything() {
        return new EventQuestion(-1, "", "");
    }
}
