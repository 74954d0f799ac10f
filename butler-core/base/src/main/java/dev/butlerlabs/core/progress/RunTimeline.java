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
     */
    public record Run(String work, Instant began, Instant ended, End end, String detail, List<Span> steps) {
        public Run {
            steps = List.copyOf(steps);
        }

        public Duration took() {
            return Duration.between(began, ended);
        }
    }

    /** One step from its start to its end, or to the last event of its run. */
    public record Span(
            String step, String title, Instant began, Instant ended, End end, String detail, List<Wait> waits) {
        public Span {
            waits = List.copyOf(waits);
        }

        public Duration took() {
            return Duration.between(began, ended);
        }
    }

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
            current.orElseThrow().hear(event);
        }
        current.map(TimelineRunBuilder::run).ifPresent(runs::add);
        return new RunTimeline(runs);
    }

    public Optional<Run> last() {
        return runs.isEmpty() ? Optional.empty() : Optional.of(runs.getLast());
    }
}
