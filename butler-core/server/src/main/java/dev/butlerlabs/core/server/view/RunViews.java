package dev.butlerlabs.core.server.view;

import dev.butlerlabs.core.server.json.InlineFields;
import dev.butlerlabs.core.server.json.JsonField;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The records about bootstrap and upgrade runs. */
public final class RunViews {
    private RunViews() {}

    /** Finished steps of all known ones. */
    public record StepCount(int done, int total) {}

    /** A run. */
    public record RunRow(
            String id,
            String cluster,

            @JsonField(words = {"bootstrap", "rehearsal", "upgrade", "destroy", "other"})
            String kind,

            String title,

            @JsonField(words = {"running", "succeeded", "failed", "interrupted"})
            String state,

            Instant startedAt,
            Optional<Instant> finishedAt,
            Optional<String> currentStep,
            Optional<String> waitingFor,
            StepCount progress)
            implements InlineFields {}

    /** A time in which a step waited for one reason, or a resource had one state. */
    public record SpanView(String label, Instant startedAt, Instant finishedAt) {}

    /** A step of a run. */
    public record StepView(
            String name,
            String title,

            @JsonField(words = {"running", "succeeded", "failed"})
            String state,

            Instant startedAt,
            Optional<Instant> finishedAt,
            String message,
            List<SpanView> spans) {}

    /** A machine or an addon during a run. */
    public record LaneView(String name, String address, String state, String message, List<SpanView> spans) {}

    /** A run with its steps. */
    public record RunDetail(
            RunRow row, String message, List<StepView> steps, List<LaneView> machines, List<LaneView> addons) {}
}
