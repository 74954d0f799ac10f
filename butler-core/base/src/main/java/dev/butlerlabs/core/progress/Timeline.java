package dev.butlerlabs.core.progress;

import dev.butlerlabs.core.progress.ProgressEvent.RunStarted;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What happened when, made of the events of one or several runs. */
public record Timeline(List<Run> runs) {
    public Timeline {
        runs = List.copyOf(runs);
    }

    /** How something ended. */
    public enum End {
        WELL,
        BADLY,
        /** Nobody said so: it goes on, or it was killed. */
        UNTOLD
    }

    /**
     * One run of a program.
     *
     * @param work what it was about
     * @param ended when it was last heard of
     * @param detail what came of it, where it said so
     */
    public record Run(String work, Instant began, Instant ended, End end, String detail, List<Span> steps) {
        public Run {
            steps = List.copyOf(steps);
        }

        public Duration took() {
            return Duration.between(began, ended);
        }
    }

    /** One step from its start to its end, or to when its run was last heard of. */
    public record Span(
            String step, String title, Instant began, Instant ended, End end, String detail, List<Wait> waits) {
        public Span {
            waits = List.copyOf(waits);
        }

        public Duration took() {
            return Duration.between(began, ended);
        }
    }

    /** A time during which a step waited for one thing. */
    public record Wait(String reason, Instant began, Instant ended) {
        public Duration took() {
            return Duration.between(began, ended);
        }
    }

    public static Timeline of(List<ProgressEvent> events) {
        List<Run> runs = new ArrayList<>();
        Optional<RunTelling> current = Optional.empty();
        for (ProgressEvent event : events) {
            if (current.isEmpty() || event instanceof RunStarted) {
                current.map(RunTelling::run).ifPresent(runs::add);
                current = Optional.of(new RunTelling(event));
            }
            current.orElseThrow().hear(event);
        }
        current.map(RunTelling::run).ifPresent(runs::add);
        return new Timeline(runs);
    }

    public Optional<Run> last() {
        return runs.isEmpty() ? Optional.empty() : Optional.of(runs.getLast());
    }
}
