package dev.butlerlabs.core.server.view;

import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.api.ClusterBootstrapStatus;
import dev.butlerlabs.core.server.view.RunViews.LaneView;
import dev.butlerlabs.core.server.view.RunViews.RunDetail;
import dev.butlerlabs.core.server.view.RunViews.RunRow;
import dev.butlerlabs.core.server.view.RunViews.StepCount;
import dev.butlerlabs.core.server.view.RunViews.StepView;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Reads the run behind a ClusterBootstrap from its status. Pure functions. */
public final class BootstrapRunBuilder {
    private BootstrapRunBuilder() {}

    /** Returns the run; empty for an object without a status. */
    public static Optional<RunDetail> run(ClusterBootstrap bootstrap) {
        return Optional.ofNullable(bootstrap.getStatus()).map(status -> run(bootstrap, status));
    }

    private static RunDetail run(ClusterBootstrap bootstrap, ClusterBootstrapStatus status) {
        ObjectFields fields = ObjectFields.of(bootstrap);
        List<StepView> steps = status.conditions().stream()
                .map(condition -> step(condition, fields.createdAt()))
                .toList();
        boolean failed = "Failed".equals(status.phase());
        boolean ready = "Ready".equals(status.phase());
        RunRow row = new RunRow(
                "bootstrap-" + fields.uid(),
                fields.name(),
                "bootstrap",
                "Bootstrap of " + fields.name(),
                ready ? "succeeded" : failed ? "failed" : "running",
                fields.createdAt(),
                ready || failed ? Optional.ofNullable(status.lastUpdated()) : Optional.empty(),
                ready || failed ? Optional.empty() : Optional.ofNullable(status.phase()),
                Optional.empty(),
                new StepCount(ready ? steps.size() : succeeded(steps), steps.size()));
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

    /** In a bootstrap that is ready, the conditions that are not true report that something does not occur, such as a failure. */
    private static int succeeded(List<StepView> steps) {
        return (int)
                steps.stream().filter(step -> step.state().equals("succeeded")).count();
    }

    private static StepView step(Condition condition, Instant created) {
        ConditionRow row = ConditionRow.of(condition);
        boolean done = row.status().equals("True");
        return new StepView(
                row.type(),
                row.type(),
                done ? "succeeded" : "running",
                created,
                done ? row.lastTransitionTime() : Optional.empty(),
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
