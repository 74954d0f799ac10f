package dev.butlerlabs.core.bootstrap.run;

import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.api.ClusterBootstrapStatus;
import dev.butlerlabs.core.api.ClusterBootstrapStatus.Machine;
import dev.butlerlabs.core.bootstrap.step.StepNames;
import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.core.progress.ProgressStep;
import dev.butlerlabs.core.progress.ResourceState;
import dev.butlerlabs.core.reconcile.ConditionEditor;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Reports the conditions of a bootstrap as progress steps that start, wait and finish. */
final class StepProgress {
    private final ProgressReporter progress;
    private final Map<String, ProgressStep> begun = new HashMap<>();
    private final Set<String> done = new HashSet<>();
    private final Map<String, Machine> machines = new HashMap<>();
    private final Map<String, ResourceState> addons = new HashMap<>();
    private final Clock clock;
    private String lastSeen = "none";
    private Optional<Awaited> awaited = Optional.empty();

    StepProgress(ProgressReporter progress, Clock clock) {
        this.progress = progress;
        this.clock = clock;
    }

    /** A step that is not done, and since when this run has waited for it. */
    record Awaited(String name, String title, Instant since) {}

    void tell(ClusterBootstrap bootstrap) {
        Optional<ClusterBootstrapStatus> status = Optional.ofNullable(bootstrap.getStatus());
        status.ifPresent(seen -> {
            seen.machines().forEach(this::tell);
            tellAddons(seen);
        });
        List<Condition> conditions =
                status.map(ClusterBootstrapStatus::conditions).orElse(List.of());
        for (Map.Entry<String, String> step : StepNames.titles().entrySet()) {
            ConditionEditor.find(conditions, step.getKey())
                    .ifPresent(condition -> tell(step.getKey(), step.getValue(), condition));
        }
    }

    private void tell(Machine machine) {
        if (!machine.equals(machines.put(machine.name(), machine))) {
            progress.machine(machine.name(), Objects.requireNonNullElse(machine.ipAddress(), ""), state(machine), "");
        }
    }

    private static ResourceState state(Machine machine) {
        if (Boolean.TRUE.equals(machine.ready())) {
            return ResourceState.READY;
        }
        ResourceState phase = ResourceState.find(machine.phase()).orElse(ResourceState.UNKNOWN);
        return phase == ResourceState.RUNNING && Boolean.TRUE.equals(machine.talosConfigured())
                ? ResourceState.CONFIGURED
                : phase;
    }

    /** The addon that the reconciler waits for is the one that its condition names. */
    private void tellAddons(ClusterBootstrapStatus status) {
        String waiting = ConditionEditor.find(status.conditions(), StepNames.ADDONS)
                .filter(condition -> ConditionEditor.FALSE.equals(condition.getStatus()))
                .map(Condition::getMessage)
                .orElse("");
        status.addonsInstalled().forEach((name, isReady) -> {
            ResourceState state = Boolean.TRUE.equals(isReady)
                    ? ResourceState.READY
                    : waiting.contains(" %s:".formatted(name)) ? ResourceState.INSTALLING : ResourceState.PENDING;
            if (addons.put(name, state) != state) {
                progress.addon(name, state);
            }
        });
    }

    private void tell(String name, String title, Condition condition) {
        switch (condition.getStatus()) {
            case ConditionEditor.TRUE -> finish(name, title, condition);
            case ConditionEditor.FALSE -> hinder(name, title, condition);
            default -> {}
        }
    }

    private void finish(String name, String title, Condition condition) {
        if (done.add(name)) {
            step(name, title).done(condition.getMessage());
            lastSeen = condition.getMessage();
            awaited = awaited.filter(other -> !other.name().equals(name));
        }
    }

    private void hinder(String name, String title, Condition condition) {
        done.remove(name);
        lastSeen = condition.getMessage();
        awaited = awaited.filter(other -> other.name().equals(name))
                .or(() -> Optional.of(new Awaited(name, title, clock.instant())));
        step(name, title).waiting(condition.getMessage());
    }

    private ProgressStep step(String name, String title) {
        return begun.computeIfAbsent(name, key -> progress.start(key, title));
    }

    Optional<Awaited> awaited() {
        return awaited;
    }

    String lastSeen() {
        return lastSeen;
    }
}
