package dev.butlerlabs.core.progress;

import dev.butlerlabs.core.progress.ProgressEvent.RunStarted;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The runs, steps and waits of a cluster with their times, built from events. */
public record RunTimeline(List<Run> runs) {
    public RunTimeline {
        runs = List.copyOf(runs);
    }

    /** How a run or step finished. */
    public enum End {
        WELL,
        BADLY,
        /** No end was reported: it is still running, or its process was killed. */
        UNTOLD
    }

    /**
     * One run.
     *
     * @param work name of the run
     * @param ended time of the last event
     * @param detail message about the result, if any
     * @param machines in the order of their first event
     * @param addons in the order of their first event
     * @param faults injected by a rehearsal
     */
    public record Run(
            String work,
            Instant began,
            Instant ended,
            End end,
            String detail,
            List<Span> steps,
            List<Lane> machines,
            List<Lane> addons,
            List<Fault> faults) {
        public Run {
            steps = List.copyOf(steps);
            machines = List.copyOf(machines);
            addons = List.copyOf(addons);
            faults = List.copyOf(faults);
        }

        public Duration took() {
            return Duration.between(began, ended);
        }
    }

    /**
     * One step from its start to its end, or to the last event of its run. A step that is entered again continues its span.
     *
     * @param gaps when the step was over, before it was entered again
     */
    public record Span(
            String step,
            String title,
            Instant began,
            Instant ended,
            End end,
            String detail,
            List<Wait> waits,
            List<Gap> gaps) {
        public Span {
            waits = List.copyOf(waits);
            gaps = List.copyOf(gaps);
        }

        /** Returns how long the step was active, without its gaps. */
        public Duration took() {
            return gaps.stream().map(Gap::took).reduce(Duration.between(began, ended), Duration::minus);
        }

        /** Returns when the step was entered again because its result was lost. */
        public List<Instant> retries() {
            return gaps.stream().filter(Gap::isRetried).map(Gap::ended).toList();
        }
    }

    /**
     * A time in which a step was over.
     *
     * @param isRetried whether it was entered again because its result was lost, and not as another part of the run
     */
    public record Gap(Instant began, Instant ended, boolean isRetried) {
        public Duration took() {
            return Duration.between(began, ended);
        }
    }

    /**
     * A machine or an addon during a run.
     *
     * @param address of a machine; empty if it had none
     * @param detail about the last state; empty if there is nothing to add
     * @param periods at least one, without gaps; the last one ends with the run
     */
    public record Lane(String name, String address, String detail, List<Period> periods) {
        public Lane {
            periods = List.copyOf(periods);
        }

        /** Returns the last state. */
        public ResourceState state() {
            return periods.getLast().state();
        }
    }

    /** A time in which a machine or an addon had one state. */
    public record Period(ResourceState state, Instant began, Instant ended) {
        public Duration took() {
            return Duration.between(began, ended);
        }
    }

    /**
     * An injected fault.
     *
     * @param target the object that it concerns; empty if there is none
     * @param handled how and when its effect was overcome
     */
    public record Fault(String target, String text, Instant at, Optional<Handled> handled) {
        /** Returns the fault and its outcome as one line. */
        public String line() {
            return "injected: " + text
                    + handled.map(how -> "; " + how.outcome()).orElse("");
        }
    }

    /** How and when the effect of a fault was overcome. */
    public record Handled(Instant at, String outcome) {}

    /** A period in which a step waited for one reason. */
    public record Wait(String reason, Instant began, Instant ended) {
        public Duration took() {
            return Duration.between(began, ended);
        }
    }

    public static RunTimeline of(List<ProgressEvent> events) {
        List<Run> runs = new ArrayList<>();
        Optional<TimelineRunBuilder> current = Optional.empty();
        for (ProgressEvent event : events) {
            if (current.isEmpty() || event instanceof RunStarted) {
                current.map(TimelineRunBuilder::run).ifPresent(runs::add);
                current = Optional.of(new TimelineRunBuilder(event));
            }
            current.orElseThrow().add(event);
        }
        current.map(TimelineRunBuilder::run).ifPresent(runs::add);
        return new RunTimeline(runs);
    }

    public Optional<Run> last() {
        return runs.isEmpty() ? Optional.empty() : Optional.of(runs.getLast());
    }
}
