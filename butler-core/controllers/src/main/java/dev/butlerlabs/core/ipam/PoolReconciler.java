package dev.butlerlabs.core.ipam;

import dev.butlerlabs.core.api.Finalizers;
import dev.butlerlabs.core.api.IPAllocation;
import dev.butlerlabs.core.api.NetworkPool;
import dev.butlerlabs.core.api.NetworkPoolStatus;
import dev.butlerlabs.core.api.Reasons;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.ipam.space.SpaceStatistics;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.reconcile.ConditionEditor;
import dev.butlerlabs.core.reconcile.EventRecorder;
import dev.butlerlabs.core.reconcile.ReconcileOutcome;
import dev.butlerlabs.core.reconcile.ReconcilerDefinition;
import dev.butlerlabs.core.reconcile.Step;
import dev.butlerlabs.core.reconcile.StepResult;
import dev.butlerlabs.core.reconcile.Watch;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reconciles a NetworkPool: allocates addresses to its IPAllocations, reports its utilization, and blocks its deletion while addresses are
 * allocated.
 */
final class PoolReconciler implements ReconcilerDefinition<NetworkPool, NetworkPoolStatus, PoolReconcileContext> {
    private static final String SERVED = "Served";
    private static final String ACCEPTED = "SpecAccepted";
    private static final String UNUSED = "Unused";
    private static final int MOST_NAMED = 5;

    private final PoolRepository door;
    private final PoolAllocator desk;
    private final PendingAllocationCache standings;
    private final EventRecorder events;
    private final IpamOptions options;
    private final InstantSource clock;

    PoolReconciler(
            PoolRepository door,
            PoolAllocator desk,
            PendingAllocationCache standings,
            EventRecorder events,
            IpamOptions options,
            InstantSource clock) {
        this.door = door;
        this.desk = desk;
        this.standings = standings;
        this.events = events;
        this.options = options;
        this.clock = clock;
    }

    @Override
    public String name() {
        return "network-pool";
    }

    @Override
    public Class<NetworkPool> kind() {
        return NetworkPool.class;
    }

    @Override
    public PoolReconcileContext scope(NetworkPool pool) {
        return new PoolReconcileContext(pool);
    }

    @Override
    public List<Step<PoolReconcileContext>> steps() {
        return List.of(Step.of(SERVED, this::serve), Step.of(ACCEPTED, PoolReconciler::accept));
    }

    private StepResult serve(PoolReconcileContext scope) {
        Optional<AllocationResult> served;
        try {
            served = desk.serve(scope.name());
        } catch (ButlerException e) {
            if (e.kind() != ErrorKind.INVALID) {
                throw e;
            }
            return StepResult.failed(Reasons.INVALID_CONFIGURATION, AcceptedPoolSpec.sentence(e));
        }
        if (served.isEmpty()) {
            // Another process is serving the pool; a write to it now would only conflict.
            return StepResult.done();
        }
        scope.served(served.get());
        standings.tell(scope.name(), served.get().standings());
        tellCapacity(scope, served.get().space().figures());
        return served.get()
                .suspension()
                .map(message -> StepResult.waiting(AllocationPlanner.UNREADABLE, message, options.recheck()))
                .orElseGet(StepResult::done);
    }

    private void tellCapacity(PoolReconcileContext scope, SpaceStatistics figures) {
        List<Condition> before = scope.conditions();
        PoolUsageText.news(before, PoolUsageText.conditions(before, figures, 0, clock.instant()), figures)
                .ifPresent(news -> events.record(scope.pool(), news.type(), news.reason(), news.message()));
    }

    private static StepResult accept(PoolReconcileContext scope) {
        return scope.served()
                .map(served -> served.inForce().refusal())
                .orElseGet(() -> refusalBefore(scope))
                .map(refusal -> StepResult.failed("SpecRefused", refusal))
                .orElseGet(StepResult::done);
    }

    /** Returns the last reported rejection, which stays valid while another process serves the pool. */
    private static Optional<String> refusalBefore(PoolReconcileContext scope) {
        return ConditionEditor.find(scope.conditions(), ACCEPTED)
                .filter(condition -> ConditionEditor.FALSE.equals(condition.getStatus()))
                .map(Condition::getMessage);
    }

    @Override
    public Optional<Cleanup<PoolReconcileContext>> cleanup() {
        return Optional.of(new Cleanup<>(Finalizers.NETWORK_POOL, List.of(Step.of(UNUSED, this::awaitDisuse))));
    }

    /**
     * Confirms outstanding reservations before checking for users, so that none is missed. A pool that is being deleted reserves no new
     * ranges.
     */
    private StepResult awaitDisuse(PoolReconcileContext scope) {
        desk.settle(scope.name());
        List<AllocationClaim> users = door.users(scope.name());
        if (users.isEmpty()) {
            standings.forget(scope.name());
            return StepResult.done(UNUSED, "No addresses of this pool are allocated.");
        }
        return StepResult.waiting("InUse", inUse(users), options.recheck());
    }

    static String inUse(List<AllocationClaim> users) {
        String named =
                users.stream().limit(MOST_NAMED).map(AllocationClaim::name).collect(Collectors.joining(", "));
        return users.size() <= MOST_NAMED
                ? "In use by IPAllocation %s.".formatted(named)
                : "In use by IPAllocation %s and %d more.".formatted(named, users.size() - MOST_NAMED);
    }

    @Override
    public List<Condition> conditions(NetworkPool pool) {
        return new PoolReconcileContext(pool).conditions();
    }

    @Override
    public NetworkPoolStatus status(NetworkPool pool, PoolReconcileContext scope, ReconcileOutcome outcome) {
        return PoolStatusRenderer.render(scope, outcome);
    }

    /** Reconciles the pool when one of its IPAllocations changes. */
    @Override
    public List<Watch<?>> watches() {
        return List.of(new Watch<>(IPAllocation.class, Optional.empty(), PoolReconciler::poolOf));
    }

    private static Set<ObjectName> poolOf(IPAllocation allocation) {
        return Set.of(new ObjectName(
                allocation.getMetadata().getNamespace(),
                allocation.getSpec().poolRef().name()));
    }

    @Override
    public Duration resync() {
        return options.resync();
    }
}
