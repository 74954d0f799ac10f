package dev.butlerlabs.core.talos.client;

import java.util.Objects;

/**
 * Something that happened on a machine.
 *
 * @param id grows with time; a stream can go on behind it
 * @param actor who asked for what happened; empty when nobody did
 */
public record NodeEvent(String id, String actor, Happening what) {
    public NodeEvent {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(actor, "actor");
        Objects.requireNonNull(what, "what");
    }

    /** The kinds of event Butler looks at. */
    public sealed interface Happening {
        /** A sequence such as boot, upgrade or reset began or ended; the error is empty when it went well. */
        record Sequence(String name, String action, String error) implements Happening {}

        /** A part of a sequence began or ended. */
        record Phase(String name, String action) implements Happening {}

        /** A part of a phase began or ended. */
        record Task(String name, String action) implements Happening {}

        record Service(String id, String action, String message) implements Happening {}

        record Stage(MachineStatus status) implements Happening {}

        record BadConfiguration(String error) implements Happening {}

        /** An event of a type this program does not read. */
        record Unknown(String type) implements Happening {}
    }
}
