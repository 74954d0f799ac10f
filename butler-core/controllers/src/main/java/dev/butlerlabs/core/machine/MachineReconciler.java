package dev.butlerlabs.core.machine;

import dev.butlerlabs.core.api.Finalizers;
import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.api.MachineRequestStatus;
import dev.butlerlabs.core.boundary.ProviderAccessPolicy;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.reconcile.ReconcileFilter;
import dev.butlerlabs.core.reconcile.ReconcileOutcome;
import dev.butlerlabs.core.reconcile.ReconcilerDefinition;
import dev.butlerlabs.core.reconcile.Step;
import dev.butlerlabs.core.reconcile.Watch;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Reconciles a MachineRequest on any infrastructure. */
final class MachineReconciler
        implements ReconcilerDefinition<MachineRequest, MachineRequestStatus, MachineReconcileContext> {
    private final ProviderConnector door;
    private final MachineSteps steps;
    private final Set<String> inherited;

    MachineReconciler(
            ProviderConfigReader reader,
            ProviderConnectionCache sessions,
            ProviderAccessPolicy access,
            ProviderRegistry providers,
            MachineOptions options,
            InstantSource clock) {
        this.door = new ProviderConnector(sessions, access, options);
        this.steps = new MachineSteps(door, new UserDataResolver(reader), clock);
        this.inherited = providers.all().stream()
                .map(provider -> Finalizers.machineRequest(provider.profile().name()))
                .collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public String name() {
        return "machine-request";
    }

    @Override
    public Class<MachineRequest> kind() {
        return MachineRequest.class;
    }

    /** Abandoning a machine needs no provider, so it works after the provider was uninstalled. */
    @Override
    public ReconcileFilter concern(MachineRequest request) {
        if (request.isMarkedForDeletion() && scope(request).isAbandoned()) {
            return ReconcileFilter.OURS;
        }
        return door.concern(ObjectName.from(request), scope(request));
    }

    @Override
    public MachineReconcileContext scope(MachineRequest request) {
        return new MachineReconcileContext(request);
    }

    @Override
    public List<Step<MachineReconcileContext>> steps() {
        return steps.creation();
    }

    @Override
    public Optional<Cleanup<MachineReconcileContext>> cleanup() {
        return Optional.of(new Cleanup<>(Finalizers.MACHINE_REQUEST, inherited, steps.removal()));
    }

    @Override
    public List<Condition> conditions(MachineRequest request) {
        return Optional.ofNullable(request.getStatus())
                .map(MachineRequestStatus::conditions)
                .orElse(List.of());
    }

    @Override
    public MachineRequestStatus status(
            MachineRequest request, MachineReconcileContext scope, ReconcileOutcome outcome) {
        return MachineStatusRenderer.render(scope, outcome);
    }

    @Override
    public List<Watch<?>> watches() {
        return List.of(door.configWatch(), door.secretWatch());
    }

    @Override
    public Duration resync() {
        return door.options().driftCheck();
    }

    @Override
    public Optional<Duration> failedRecheck() {
        return Optional.of(door.options().failedRecheck());
    }
}
