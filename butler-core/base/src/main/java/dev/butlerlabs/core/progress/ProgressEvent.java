package dev.butlerlabs.core.progress;

import java.time.Instant;
import java.util.Objects;

/** One thing that happened in long work. Every way of showing progress is a rendering of this one stream. */
public sealed interface ProgressEvent {
    Instant at();

    /**
     * A step began.
     *
     * @param step its stable name, such as {@code MachinesRunning}
     * @param title what it does, for people
     */
    record Started(Instant at, String step, String title) implements ProgressEvent {
        public Started {
            Objects.requireNonNull(at, "at");
            Objects.requireNonNull(step, "step");
            Objects.requireNonNull(title, "title");
        }
    }

    /**
     * A step cannot go on yet.
     *
     * @param reason what is awaited and what was last seen
     * @param since when the wait for this reason began
     */
    record Waiting(Instant at, String step, String reason, Instant since) implements ProgressEvent {
        public Waiting {
            Objects.requireNonNull(at, "at");
            Objects.requireNonNull(step, "step");
            Objects.requireNonNull(reason, "reason");
            Objects.requireNonNull(since, "since");
        }
    }

    /**
     * A step ended well.
     *
     * @param detail what came of it; empty when the title says it
     * @param since when the step began
     */
    record Done(Instant at, String step, String detail, Instant since) implements ProgressEvent {
        public Done {
            Objects.requireNonNull(at, "at");
            Objects.requireNonNull(step, "step");
            Objects.requireNonNull(detail, "detail");
            Objects.requireNonNull(since, "since");
        }
    }

    /**
     * A step gave up.
     *
     * @param reason why, in a sentence
     * @param since when the step began
     */
    record Failed(Instant at, String step, String reason, Instant since) implements ProgressEvent {
        public Failed {
            Objects.requireNonNull(at, "at");
            Objects.requireNonNull(step, "step");
            Objects.requireNonNull(reason, "reason");
            Objects.requireNonNull(since, "since");
        }
    }

    /**
     * A program began to work; whatever was under way before it is over.
     *
     * @param work what it is about, such as {@code bootstrap}
     */
    record RunStarted(Instant at, String work) implements ProgressEvent {
        public RunStarted {
            Objects.requireNonNull(at, "at");
            Objects.requireNonNull(work, "work");
        }
    }

    /**
     * A program is through. One that was killed never says so.
     *
     * @param well whether it reached what it was started for
     * @param detail what came of it, in a sentence
     */
    record RunEnded(Instant at, boolean well, String detail) implements ProgressEvent {
        public RunEnded {
            Objects.requireNonNull(at, "at");
            Objects.requireNonNull(detail, "detail");
        }
    }

    /** Something worth saying that belongs to no step. */
    record Message(Instant at, Level level, String text) implements ProgressEvent {
        public Message {
            Objects.requireNonNull(at, "at");
            Objects.requireNonNull(level, "level");
            Objects.requireNonNull(text, "text");
        }
    }

    /** How much a message matters. */
    enum Level {
        INFO,
        WARNING
    }
}
