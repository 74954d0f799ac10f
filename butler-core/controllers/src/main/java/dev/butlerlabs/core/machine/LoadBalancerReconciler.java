package dev.butlerlabs.core.machine;

import dev.butlerlabs.core.api.ConditionTypes;
import dev.butlerlabs.core.api.Finalizers;
import dev.butlerlabs.core.api.LoadBalancerRequest;
import dev.butlerlabs.core.api.LoadBalancerRequestStatus;
import dev.butlerlabs.core.api.LoadBalancerRequestStatus.Phase;
import dev.butlerlabs.core.api.LoadBalancerRequestStatusBuilder;
import dev.butlerlabs.core.boundary.ProviderAccessPolicy;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.provider.LoadBalancerState;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.reconcile.PhaseMapper;
import dev.butlerlabs.core.reconcile.ReconcileFilter;
import dev.butlerlabs.core.reconcile.ReconcileOutcome;
import dev.butlerlabs.core.reconcile.ReconcilerDefinition;
import dev.butlerlabs.core.reconcile.Step;
import dev.butlerlabs.core.reconcile.Watch;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Reconciles a LoadBalancerRequest on infrastructures that support load balancers. */
final class LoadBalancerReconciler
        implements ReconcilerDefinition<LoadBalancerRequest, LoadBalancerRequestStatus, LoadBalancerReconcileContext> {
    private static final PhaseMapper<Phase> PHASES = PhaseMapper.of(
                    Phase.READY, Phase.FAILED, Phase.DELETING, Phase.PENDING)
            .at(ConditionTypes.PROVISIONED, Phase.CREATING)
            .at(ConditionTypes.TARGETS_SYNCED, Phase.READY);

    private final ProviderConnector door;
    private final LoadBalancerSteps steps;
    private final Set<String> inherited;

    LoadBalancerReconciler(
            KubernetesClient client,
            ProviderConnectionCache sessions,
            ProviderAccessPolicy access,
            ProviderRegistry providers,
            MachineOptions options) {
        this.door = new ProviderConnector(sessions, access, options);
        this.steps = new LoadBalancerSteps(client, door);
        this.inherited = providers.all().stream()
                .map(provider ->
                        Finalizers.loadBalancerRequest(provider.profile().name()))
                .collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public String name() {
        return "load-balancer-request";
    }

    @Override
    public Class<LoadBalancerRequest> kind() {
        return LoadBalancerRequest.class;
    }

    @Override
    public ReconcileFilter concern(LoadBalancerRequest request) {
        return door.concern(ObjectName.from(request), scope(request));
    }

    @Override
    public LoadBalancerReconcileContext scope(LoadBalancerRequest request) {
        return new LoadBalancerReconcileContext(request);
    }

    @Override
    public List<Step<LoadBalancerReconcileContext>> steps() {
        return steps.creation();
    }

    @Override
    public Optional<Cleanup<LoadBalancerReconcileContext>> cleanup() {
        return Optional.of(new Cleanup<>(Finalizers.LOAD_BALANCER_REQUEST, inherited, steps.removal()));
    }

    @Override
    public List<Condition> conditions(LoadBalancerRequest request) {
        return Optional.ofNullable(request.getStatus())
                .map(LoadBalancerRequestStatus::conditions)
                .orElse(List.of());
    }

    @Override
    public LoadBalancerRequestStatus status(
            LoadBalancerRequest request, LoadBalancerReconcileContext scope, ReconcileOutcome outcome) {
        LoadBalancerRequestStatus before = scope.before()
                .orElseGet(() -> LoadBalancerRequestStatusBuilder.builder().build());
        LoadBalancerRequestStatusBuilder status = LoadBalancerRequestStatusBuilder.builder(before)
                .phase(PHASES.of(outcome, Optional.ofNullable(before.phase())))
                .failureReason(scope.failure()
                        .map(ProviderReconcileContext.Failure::reason)
                        .orElse(null))
                .failureMessage(scope.failure()
                        .map(ProviderReconcileContext.Failure::message)
                        .orElse(null))
                .observedGeneration(outcome.generation())
                .lastUpdated(outcome.time())
                .conditions(outcome.conditions());
        scope.seen().ifPresent(seen -> describe(status, seen));
        return status.build();
    }

    private static void describe(LoadBalancerRequestStatusBuilder status, LoadBalancerState seen) {
        switch (seen) {
            case LoadBalancerState.Ready ready -> {
                status.resourceID(ready.providerId());
                status.endpoint(ready.endpoint());
                status.registeredTargets(ready.registeredTargets());
            }
            case LoadBalancerState.Starting starting -> {
                status.resourceID(starting.providerId());
                starting.endpoint().ifPresent(status::endpoint);
            }
            case LoadBalancerState.Broken broken -> status.resourceID(broken.providerId());
            case LoadBalancerState.Leaving leaving -> status.resourceID(leaving.providerId());
            case LoadBalancerState.Absent absent -> {}
        }
    }

    @Override
    public List<Watch<?>> watches() {
        return List.of(door.configWatch(), door.secretWatch());
    }

    @Override
    public Duration resync() {
        return door.options().balancerSync();
    }

    @Override
    public Optional<Duration> failedRecheck() {
        return Optional.of(door.options().failedRecheck());
    }
}
