package dev.butlerlabs.core.identity;

import dev.butlerlabs.core.api.ButlerConfig;
import dev.butlerlabs.core.api.ButlerConfigStatus;
import dev.butlerlabs.core.api.ButlerConfigStatusBuilder;
import dev.butlerlabs.core.api.ControlPlaneExposure;
import dev.butlerlabs.core.reconcile.ReconcileOutcome;
import dev.butlerlabs.core.reconcile.ReconcilerDefinition;
import dev.butlerlabs.core.reconcile.Step;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Checks the platform settings and reports the multi-tenancy mode and the numbers of teams and tenant clusters. */
public final class ButlerConfigReconciler
        implements ReconcilerDefinition<ButlerConfig, ButlerConfigStatus, ButlerConfigReconcileContext> {
    /** Counting lists all clusters, so it does not follow each of their changes. */
    private static final Duration RECOUNT = Duration.ofMinutes(1);

    private final ButlerConfigSteps steps;

    public ButlerConfigReconciler(KubernetesClient client) {
        this.steps = new ButlerConfigSteps(client);
    }

    @Override
    public String name() {
        return "butler-config";
    }

    @Override
    public Class<ButlerConfig> kind() {
        return ButlerConfig.class;
    }

    @Override
    public ButlerConfigReconcileContext scope(ButlerConfig config) {
        return new ButlerConfigReconcileContext(config);
    }

    @Override
    public List<Step<ButlerConfigReconcileContext>> steps() {
        return List.of(
                Step.of("Accepted", steps::accept),
                Step.of("MultiTenancyReported", steps::mode),
                Step.of("DefaultsValid", steps::defaults));
    }

    @Override
    public List<Condition> conditions(ButlerConfig config) {
        return Optional.ofNullable(config.getStatus())
                .map(ButlerConfigStatus::conditions)
                .orElse(List.of());
    }

    @Override
    public ButlerConfigStatus status(
            ButlerConfig config, ButlerConfigReconcileContext scope, ReconcileOutcome outcome) {
        ButlerConfigStatusBuilder status = ButlerConfigStatusBuilder.builder(Optional.ofNullable(config.getStatus())
                        .orElseGet(() -> ButlerConfigStatusBuilder.builder().build()))
                .observedGeneration(outcome.generation())
                .conditions(outcome.conditions());
        scope.counts()
                .ifPresent(counts -> status.teamCount(counts.teams())
                        .clusterCount(counts.clusters())
                        .controlPlaneExposureMode(exposure(scope)));
        return status.build();
    }

    private static ControlPlaneExposure.Mode exposure(ButlerConfigReconcileContext scope) {
        return Optional.ofNullable(scope.spec().controlPlaneExposure())
                .map(ControlPlaneExposure::mode)
                .orElse(ControlPlaneExposure.Mode.LOAD_BALANCER);
    }

    @Override
    public Duration resync() {
        return RECOUNT;
    }

    @Override
    public Optional<Duration> failedRecheck() {
        return Optional.of(RECOUNT);
    }
}
