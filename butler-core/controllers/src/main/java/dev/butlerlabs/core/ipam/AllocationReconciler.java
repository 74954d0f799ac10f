package dev.butlerlabs.core.ipam;

import dev.butlerlabs.core.api.Finalizers;
import dev.butlerlabs.core.api.IPAllocation;
import dev.butlerlabs.core.api.IPAllocationStatus;
import dev.butlerlabs.core.reconcile.ReconcileOutcome;
import dev.butlerlabs.core.reconcile.ReconcilerDefinition;
import dev.butlerlabs.core.reconcile.Step;
import dev.butlerlabs.core.reconcile.StepResult;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/**
 * Reconciles an IPAllocation through its lifecycle: reports why it has no addresses yet, releases them when it is deleted, and keeps the
 * object for the retention time. The addresses themselves are assigned by {@link PoolAllocator}.
 */
final class AllocationReconciler
        implements ReconcilerDefinition<IPAllocation, IPAllocationStatus, AllocationReconcileContext> {
    static final String GRANTED = "Granted";
    private static final String RELEASED = "Released";

    private final PoolRepository door;
    private final PendingAllocationCache standings;
    private final IpamOptions options;
    private final InstantSource clock;

    AllocationReconciler(
            PoolRepository door, PendingAllocationCache standings, IpamOptions options, InstantSource clock) {
        this.door = door;
        this.standings = standings;
        this.options = options;
        this.clock = clock;
    }

    @Override
    public String name() {
        return "ip-allocation";
    }

    @Override
    public Class<IPAllocation> kind() {
        return IPAllocation.class;
    }

    @Override
    public AllocationReconcileContext scope(IPAllocation allocation) {
        return new AllocationReconcileContext(allocation);
    }

    @Override
    public List<Step<AllocationReconcileContext>> steps() {
        return List.of(Step.of(GRANTED, this::awaitGrant));
    }

    private StepResult awaitGrant(AllocationReconcileContext scope) {
        return scope.claim().block().map(AllocationStatusRenderer::has).orElseGet(() -> tell(scope));
    }

    private StepResult tell(AllocationReconcileContext scope) {
        Optional<PendingAllocationState> standing =
                standings.of(scope.pool(), scope.claim().uid());
        if (standing.isPresent()) {
            return switch (standing.get()) {
                case PendingAllocationState.Waiting(String reason, String message) ->
                    StepResult.waiting(reason, message, options.recheck());
                case PendingAllocationState.Impossible(String reason, String message) ->
                    StepResult.failed(reason, message);
            };
        }
        return standings.knows(scope.pool()) || door.pool(scope.pool()).isPresent()
                ? StepResult.waiting(
                        "Queued",
                        "Waiting for NetworkPool %s to process this allocation.".formatted(scope.pool()),
                        options.recheck())
                : StepResult.waiting(
                        "PoolMissing",
                        "NetworkPool %s not found. Waiting for it to be created.".formatted(scope.pool()),
                        options.recheck());
    }

    /**
     * Delays the reconciliation while the pool is about to write its result: a write to the IPAllocation before that would invalidate the
     * grant.
     */
    @Override
    public Optional<Duration> rest(IPAllocation allocation) {
        AllocationReconcileContext scope = scope(allocation);
        boolean expectant = scope.claim().isWaiting()
                && standings.knows(scope.pool())
                && standings.of(scope.pool(), scope.claim().uid()).isEmpty();
        Instant end =
                Instant.parse(allocation.getMetadata().getCreationTimestamp()).plus(options.resync());
        return expectant && clock.instant().isBefore(end) ? Optional.of(soon()) : Optional.empty();
    }

    private Duration soon() {
        return options.recheck().dividedBy(5);
    }

    @Override
    public Optional<Cleanup<AllocationReconcileContext>> cleanup() {
        return Optional.of(new Cleanup<>(Finalizers.IP_ALLOCATION, List.of(Step.of(RELEASED, this::release))));
    }

    private StepResult release(AllocationReconcileContext scope) {
        if (!scope.hadAddresses()) {
            return StepResult.done(RELEASED, "No addresses were allocated.");
        }
        Instant now = clock.instant();
        scope.released(now.truncatedTo(ChronoUnit.SECONDS));
        Instant end = scope.releasedAt().orElseThrow().plus(options.retention());
        return now.isBefore(end)
                ? StepResult.waiting(
                        RELEASED,
                        "Addresses released. The record is kept until %s.".formatted(end),
                        Duration.between(now, end))
                : StepResult.done(RELEASED, "Addresses released.");
    }

    @Override
    public List<Condition> conditions(IPAllocation allocation) {
        return AllocationStatusRenderer.conditions(allocation);
    }

    @Override
    public IPAllocationStatus status(
            IPAllocation allocation, AllocationReconcileContext scope, ReconcileOutcome outcome) {
        return AllocationStatusRenderer.render(scope, outcome);
    }

    @Override
    public Duration resync() {
        return options.resync();
    }

    @Override
    public Optional<Duration> failedRecheck() {
        return Optional.of(options.recheck());
    }
}
