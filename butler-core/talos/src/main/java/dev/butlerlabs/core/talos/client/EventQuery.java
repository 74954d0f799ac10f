package dev.butlerlabs.core.talos.client;

import java.util.Objects;

/**
 * Selects events of a machine.
 *
 * @param tail number of past events; 0 for none, negative for all
 * @param afterId only events after this ID; empty for all
 * @param actor only events caused by this actor; empty for all
 */
public record EventQuery(int tail, String afterId, String actor) {
    public EventQuery {
        Objects.requireNonNull(afterId, "afterId");
        Objects.requireNonNull(actor, "actor");
    }

    /** Returns a selection of all past and future events. */
    public static EventQuery everything() {
        return new EventQuery(-1, "", "");
    }
}
