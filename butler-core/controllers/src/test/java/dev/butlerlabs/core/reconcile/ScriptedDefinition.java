package dev.butlerlabs.core.reconcile;

import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.api.MachineRequestStatus;
import dev.butlerlabs.core.api.MachineRequestStatus.Phase;
import dev.butlerlabs.core.api.MachineRequestStatusBuilder;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** A definition whose steps return what the test sets. */
final class ScriptedDefinition implements ReconcilerDefinition<MachineRequest, MachineRequestStatus, MachineRequest> {
    static final Duration RESYNC = Duration.ofMinutes(7);
    static final String FINALIZER = "test.dev/ours";
    static final String INHERITED = "test.dev/former";

    /** The steps that ran, in their order. */
    final List<String> ran = new ArrayList<>();

    final Map<String, Supplier<StepResult>> results = new HashMap<>();
    ReconcileFilter concern = ReconcileFilter.OURS;
    boolean paused;
    Optional<Duration> rest = Optional.empty();
    Optional<Duration> failedRecheck = Optional.empty();
    List<Watch<?>> watches = List.of();

    void result(String step, StepResult result) {
        results.put(step, () -> result);
    }

    void failWith(String step, RuntimeException thrown) {
        results.put(step, () -> {
            throw thrown;
        });
    }

    private Step<MachineRequest> step(String name) {
        return Step.of(name, scope -> {
            ran.add(name);
            return results.getOrDefault(name, StepResult::done).get();
        });
    }

    @Override
    public String name() {
        return "scripted";
    }

    @Override
    public Class<MachineRequest> kind() {
        return MachineRequest.class;
    }

    @Override
    public MachineRequest scope(MachineRequest resource) {
        return resource;
    }

    @Override
    public List<Step<MachineRequest>> steps() {
        return List.of(step("Created"), step("Running"));
    }

    @Override
    public Optional<Cleanup<MachineRequest>> cleanup() {
        return Optional.of(new Cleanup<>(FINALIZER, Set.of(INHERITED), List.of(step("Stopped"), step("Deleted"))));
    }

    @Override
    public ReconcileFilter concern(MachineRequest resource) {
        return concern;
    }

    @Override
    public List<Condition> conditions(MachineRequest resource) {
        return Optional.ofNullable(resource.getStatus())
                .map(MachineRequestStatus::conditions)
                .orElse(List.of());
    }

    @Override
    public MachineRequestStatus status(MachineRequest resource, MachineRequest scope, ReconcileOutcome outcome) {
        return MachineRequestStatusBuilder.builder()
                .phase(PhaseMapper.of(Phase.RUNNING, Phase.FAILED, Phase.DELETING, Phase.PENDING)
                        .of(outcome, Optional.empty()))
                .observedGeneration(outcome.generation())
                .lastUpdated(outcome.time())
                .conditions(outcome.conditions())
                .build();
    }

    @Override
    public boolean isPaused(MachineRequest resource) {
        return paused;
    }

    @Override
    public Optional<Duration> rest(MachineRequest resource) {
        return rest;
    }

    @Override
    public List<Watch<?>> watches() {
        return watches;
    }

    @Override
    public Duration resync() {
        return RESYNC;
    }

    @Override
    public Optional<Duration> failedRecheck() {
        return failedRecheck;
    }
}
