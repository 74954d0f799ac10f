package dev.butlerlabs.operator;

import dev.butlerlabs.core.reconcile.ReconcileFilter;
import dev.butlerlabs.core.reconcile.ReconcileOutcome;
import dev.butlerlabs.core.reconcile.ReconcilerDefinition;
import dev.butlerlabs.core.reconcile.Step;
import dev.butlerlabs.core.reconcile.Watch;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.client.CustomResource;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Counts the runs of a reconciliation: a run starts with its scope and finishes with its status. */
final class MeteredReconciler<R extends CustomResource<?, S>, S, C>
        implements ReconcilerDefinition<R, S, MeteredReconciler.Timed<C>> {
    private final ReconcilerDefinition<R, S, C> counted;
    private final ReconcileMetrics metrics;

    /** A scope and the time it was opened. */
    record Timed<C>(C scope, long openedAt) {}

    MeteredReconciler(ReconcilerDefinition<R, S, C> counted, ReconcileMetrics metrics) {
        this.counted = counted;
        this.metrics = metrics;
    }

    @Override
    public String name() {
        return counted.name();
    }

    @Override
    public Class<R> kind() {
        return counted.kind();
    }

    @Override
    public Timed<C> scope(R resource) {
        return new Timed<>(counted.scope(resource), System.nanoTime());
    }

    @Override
    public List<Step<Timed<C>>> steps() {
        return timed(counted.steps());
    }

    private static <C> List<Step<Timed<C>>> timed(List<Step<C>> steps) {
        return steps.stream()
                .map(step -> Step.<Timed<C>>of(step.name(), timed -> step.body().apply(timed.scope())))
                .toList();
    }

    @Override
    public ReconcileFilter concern(R resource) {
        return counted.concern(resource);
    }

    @Override
    public Optional<Cleanup<Timed<C>>> cleanup() {
        return counted.cleanup()
                .map(cleanup -> new Cleanup<>(cleanup.finalizer(), cleanup.inherited(), timed(cleanup.steps())));
    }

    @Override
    public List<Condition> conditions(R resource) {
        return counted.conditions(resource);
    }

    @Override
    public S status(R resource, Timed<C> scope, ReconcileOutcome outcome) {
        metrics.ran(name(), outcome.stage(), Duration.ofNanos(System.nanoTime() - scope.openedAt()));
        return counted.status(resource, scope.scope(), outcome);
    }

    @Override
    public boolean isPaused(R resource) {
        return counted.isPaused(resource);
    }

    @Override
    public Optional<Duration> rest(R resource) {
        return counted.rest(resource);
    }

    @Override
    public List<Watch<?>> watches() {
        return counted.watches();
    }

    @Override
    public boolean combinesEvents() {
        return counted.combinesEvents();
    }

    @Override
    public Duration resync() {
        return counted.resync();
    }

    @Override
    public Optional<Duration> failedRecheck() {
        return counted.failedRecheck();
    }
}
