package dev.butlerlabs.core.talos.client;

import java.util.Objects;

/**
 * An event of a machine.
 *
 * @param id increases with time; a stream can be resumed after it
 * @param actor ID of the request that caused the event; empty if there is none
 */
public record NodeEvent(String id, String actor, Happening what) {
    public NodeEvent {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(actor, "actor");
        Objects.requireNonNull(what, "what");
    }

    /** The event types that Butler reads. */
    public sealed interface Happening {
        /** A sequence such as boot, upgrade or reset started or finished. The error is empty if it succeeded. */
        record Sequence(String name, String action, String error) implements Happening {}

        /** A phase of a sequence started or finished. */
        record Phase(String name, String action) implements Happening {}

        /** A task of a phase started or finished. */
        record Task(String name, String action) implements Happening {}

        record Service(String id, String action, String message) implements Happening {}

        record Stage(MachineStatus status) implements Happening {}

        record BadConfiguration(String error) implements Happening {}

        /** An event of a type that Butler does not read. */
        record Unknown(String type) implements Happening {}
    }
}
