package dev.butlerlabs.core.machine;

import dev.butlerlabs.core.api.ConditionTypes;
import dev.butlerlabs.core.api.Finalizers;
import dev.butlerlabs.core.api.LoadBalancerRequest;
import dev.butlerlabs.core.api.LoadBalancerRequestStatus;
import dev.butlerlabs.core.api.LoadBalancerRequestStatus.Phase;
import dev.butlerlabs.core.api.LoadBalancerRequestStatusBuilder;
import dev.butlerlabs.core.boundary.ProviderAccessPolicy;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.provider.BalancerState;
import dev.butlerlabs.core.provider.Providers;
import dev.butlerlabs.core.reconcile.Concern;
import dev.butlerlabs.core.reconcile.Outcome;
import dev.butlerlabs.core.reconcile.Phases;
import dev.butlerlabs.core.reconcile.Reconciliation;
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
final class LoadBalancerReconciliation
        implements Reconciliation<LoadBalancerRequest, LoadBalancerRequestStatus, BalancerScope> {
    private static final Phases<Phase> PHASES = Phases.of(Phase.READY, Phase.FAILED, Phase.DELETING, Phase.PENDING)
            .at(ConditionTypes.PROVISIONED, Phase.CREATING)
            .at(ConditionTypes.TARGETS_SYNCED, Phase.READY);

    private final ProviderDoor door;
    private final BalancerSteps steps;
    private final Set<String> inherited;

    LoadBalancerReconciliation(
            KubernetesClient client,
            ProviderSessions sessions,
            ProviderAccessPolicy access,
            Providers providers,
            MachineOptions options) {
        this.door = new ProviderDoor(sessions, access, options);
        this.steps = new BalancerSteps(client, door);
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
    public Concern concern(LoadBalancerRequest request) {
        return door.concern(ObjectName.from(request), scope(request));
    }

    @Override
    public BalancerScope scope(LoadBalancerRequest request) {
        return new BalancerScope(request);
    }

    @Override
    public List<Step<BalancerScope>> steps() {
        return steps.creation();
    }

    @Override
    public Optional<Cleanup<BalancerScope>> cleanup() {
        return Optional.of(new Cleanup<>(Finalizers.LOAD_BALANCER_REQUEST, inherited, steps.removal()));
    }

    @Override
    public List<Condition> conditions(LoadBalancerRequest request) {
        return Optional.ofNullable(request.getStatus())
                .map(LoadBalancerRequestStatus::conditions)
                .orElse(List.of());
    }

    @Override
    public LoadBalancerRequestStatus status(LoadBalancerRequest request, BalancerScope scope, Outcome outcome) {
        LoadBalancerRequestStatus before = scope.before()
                .orElseGet(() -> LoadBalancerRequestStatusBuilder.builder().build());
        LoadBalancerRequestStatusBuilder status = LoadBalancerRequestStatusBuilder.builder(before)
                .phase(PHASES.of(outcome, Optional.ofNullable(before.phase())))
                .failureReason(
                        scope.failure().map(ProviderScope.Failure::reason).orElse(null))
                .failureMessage(
                        scope.failure().map(ProviderScope.Failure::message).orElse(null))
                .observedGeneration(outcome.generation())
                .lastUpdated(outcome.time())
                .conditions(outcome.conditions());
        scope.seen().ifPresent(seen -> describe(status, seen));
        return status.build();
    }

    private static void describe(LoadBalancerRequestStatusBuilder status, BalancerState seen) {
        switch (seen) {
            case BalancerState.Ready ready -> {
                status.resourceID(ready.providerId());
                status.endpoint(ready.endpoint());
                status.registeredTargets(ready.registeredTargets());
            }
            case BalancerState.Starting starting -> {
                status.resourceID(starting.providerId());
                starting.endpoint().ifPresent(status::endpoint);
            }
            case BalancerState.Broken broken -> status.resourceID(broken.providerId());
            case BalancerState.Leaving leaving -> status.resourceID(leaving.providerId());
            case BalancerState.Absent absent -> {}
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
