package dev.butlerlabs.core.server.view;

import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.api.ClusterBootstrapStatus;
import dev.butlerlabs.core.api.ConditionTypes;
import dev.butlerlabs.core.server.view.RunViews.LaneView;
import dev.butlerlabs.core.server.view.RunViews.RunDetail;
import dev.butlerlabs.core.server.view.RunViews.RunRow;
import dev.butlerlabs.core.server.view.RunViews.StepCount;
import dev.butlerlabs.core.server.view.RunViews.StepView;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Reads the run behind a ClusterBootstrap from its status. Pure functions. */
public final class BootstrapRunBuilder {
    /** Conditions that are not steps. */
    private static final Set<String> SUMMARIES =
            Set.of(ConditionTypes.READY, ConditionTypes.PROGRESSING, ConditionTypes.DEGRADED);

    private BootstrapRunBuilder() {}

    /** Returns the run; empty for an object without a status. */
    public static Optional<RunDetail> run(ClusterBootstrap bootstrap) {
        return Optional.ofNullable(bootstrap.getStatus()).map(status -> run(bootstrap, status));
    }

    private static RunDetail run(ClusterBootstrap bootstrap, ClusterBootstrapStatus status) {
        ObjectFields fields = ObjectFields.of(bootstrap);
        boolean failed = "Failed".equals(status.phase());
        boolean ready = "Ready".equals(status.phase());
        Instant started = startedAt(fields.createdAt(), status);
        List<StepView> steps = steps(status.conditions(), started, failed ? "failed" : "running");
        RunRow row = new RunRow(
                "bootstrap-" + fields.uid(),
                fields.name(),
                "bootstrap",
                "Bootstrap of " + fields.name(),
                ready ? "succeeded" : failed ? "failed" : "running",
                started,
                ready || failed ? Optional.ofNullable(status.lastUpdated()) : Optional.empty(),
                ready || failed ? Optional.empty() : Optional.ofNullable(status.phase()),
                Optional.empty(),
                new StepCount(succeeded(steps), steps.size()));
        return new RunDetail(
                row,
                Objects.requireNonNullElse(status.failureMessage(), ""),
                steps,
                status.machines().stream().map(BootstrapRunBuilder::machine).toList(),
                status.addonsInstalled().entrySet().stream()
                        .map(addon -> new LaneView(
                                addon.getKey(), "", addon.getValue() ? "ready" : "requested", "", List.of()))
                        .toList());
    }

    /** The object is created again in the new cluster, after the first steps. */
    private static Instant startedAt(Instant created, ClusterBootstrapStatus status) {
        return status.conditions().stream()
                .flatMap(condition -> ObjectFields.time(condition.getLastTransitionTime()).stream())
                .filter(created::isAfter)
                .min(Comparator.naturalOrder())
                .orElse(created);
    }

    /** Each step starts when the one before it is done. */
    private static List<StepView> steps(List<Condition> conditions, Instant started, String unfinished) {
        List<StepView> steps = new ArrayList<>();
        Instant from = started;
        for (Condition condition : conditions) {
            if (!SUMMARIES.contains(condition.getType())) {
                StepView step = step(ConditionRow.of(condition), from, unfinished);
                steps.add(step);
                from = step.finishedAt().orElse(from);
            }
        }
        return List.copyOf(steps);
    }

    private static int succeeded(List<StepView> steps) {
        return (int)
                steps.stream().filter(step -> step.state().equals("succeeded")).count();
    }

    private static StepView step(ConditionRow row, Instant previous, String unfinished) {
        boolean done = row.status().equals("True");
        Optional<Instant> finished = done ? row.lastTransitionTime() : Optional.empty();
        return new StepView(
                row.type(),
                row.type(),
                done ? "succeeded" : unfinished,
                finished.filter(previous::isAfter).orElse(previous),
                finished,
                row.message(),
                List.of());
    }

    private static LaneView machine(ClusterBootstrapStatus.Machine machine) {
        return new LaneView(
                machine.name(),
                Objects.requireNonNullElse(machine.ipAddress(), ""),
                Boolean.TRUE.equals(machine.ready()) ? "ready" : machine.phase(),
                machine.role(),
                List.of());
    }
}
