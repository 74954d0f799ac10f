package dev.butlerlabs.core.progress;

import java.time.Instant;
import java.util.Objects;

/** An event of long-running work. All progress displays render this stream. */
public sealed interface ProgressEvent {
    Instant at();

    /**
     * A step started.
     *
     * @param step stable name, such as {@code MachinesRunning}
     * @param title description for people
     */
    record Started(Instant at, String step, String title) implements ProgressEvent {
        public Started {
            Objects.requireNonNull(at, "at");
            Objects.requireNonNull(step, "step");
            Objects.requireNonNull(title, "title");
        }
    }

    /**
     * A step is waiting.
     *
     * @param reason what it waits for and the last observed state
     * @param since start of the wait for this reason
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
     * A step succeeded.
     *
     * @param detail the result; empty if the title describes it
     * @param since start of the step
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
     * A step failed.
     *
     * @param reason error message
     * @param since start of the step
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
     * A run started; earlier runs are over.
     *
     * @param work name of the run, such as {@code bootstrap}
     */
    record RunStarted(Instant at, String work) implements ProgressEvent {
        public RunStarted {
            Objects.requireNonNull(at, "at");
            Objects.requireNonNull(work, "work");
        }
    }

    /**
     * A run finished. A killed process never sends this event.
     *
     * @param well whether the run succeeded
     * @param detail message about the result
     */
    record RunEnded(Instant at, boolean well, String detail) implements ProgressEvent {
        public RunEnded {
            Objects.requireNonNull(at, "at");
            Objects.requireNonNull(detail, "detail");
        }
    }

    /**
     * A machine changed.
     *
     * @param machine its name
     * @param address its address; empty if it has none
     * @param detail more about the state, such as its version; empty if there is nothing to add
     */
    record MachineChanged(Instant at, String machine, String address, ResourceState state, String detail)
            implements ProgressEvent {
        public MachineChanged {
            Objects.requireNonNull(at, "at");
            Objects.requireNonNull(machine, "machine");
            Objects.requireNonNull(address, "address");
            Objects.requireNonNull(state, "state");
            Objects.requireNonNull(detail, "detail");
        }
    }

    /** An addon changed. */
    record AddonChanged(Instant at, String addon, ResourceState state) implements ProgressEvent {
        public AddonChanged {
            Objects.requireNonNull(at, "at");
            Objects.requireNonNull(addon, "addon");
            Objects.requireNonNull(state, "state");
        }
    }

    /**
     * A rehearsal injected a fault.
     *
     * @param fault identifies the fault within its run
     * @param target the machine or other object that it concerns; empty if there is none
     * @param text what was injected, such as {@code response lost for cp-1}
     */
    record FaultInjected(Instant at, String fault, String target, String text) implements ProgressEvent {
        public FaultInjected {
            Objects.requireNonNull(at, "at");
            Objects.requireNonNull(fault, "fault");
            Objects.requireNonNull(target, "target");
            Objects.requireNonNull(text, "text");
        }
    }

    /**
     * The effect of an injected fault is overcome.
     *
     * @param fault as in {@link FaultInjected}
     * @param outcome how, such as {@code machine found again, no duplicate}
     */
    record FaultHandled(Instant at, String fault, String outcome) implements ProgressEvent {
        public FaultHandled {
            Objects.requireNonNull(at, "at");
            Objects.requireNonNull(fault, "fault");
            Objects.requireNonNull(outcome, "outcome");
        }
    }

    /** A message that belongs to no step. */
    record Message(Instant at, Level level, String text) implements ProgressEvent {
        public Message {
            Objects.requireNonNull(at, "at");
            Objects.requireNonNull(level, "level");
            Objects.requireNonNull(text, "text");
        }
    }

    /** Severity of a message. */
    enum Level {
        INFO,
        WARNING
    }
}
