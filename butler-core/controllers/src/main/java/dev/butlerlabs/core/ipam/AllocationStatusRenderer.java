package dev.butlerlabs.core.ipam;

import dev.butlerlabs.core.api.IPAllocation;
import dev.butlerlabs.core.api.IPAllocationStatus;
import dev.butlerlabs.core.api.IPAllocationStatus.Phase;
import dev.butlerlabs.core.api.IPAllocationStatusBuilder;
import dev.butlerlabs.core.kube.ServerSideApply;
import dev.butlerlabs.core.net.IpRange;
import dev.butlerlabs.core.reconcile.ReconcileOutcome;
import dev.butlerlabs.core.reconcile.Step;
import dev.butlerlabs.core.reconcile.StepResult;
import dev.butlerlabs.core.reconcile.Steps;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/** Renders the status of an IPAllocation. Pure functions. */
final class AllocationStatusRenderer {
    /** The maximum number of addresses listed one by one; larger ranges state only the first and the last. */
    private static final int MOST_NAMED = 4096;

    private AllocationStatusRenderer() {}

    static IPAllocationStatus before(IPAllocation allocation) {
        return Optional.ofNullable(allocation.getStatus())
                .orElseGet(() -> IPAllocationStatusBuilder.builder().build());
    }

    static List<Condition> conditions(IPAllocation allocation) {
        return Optional.ofNullable(before(allocation).conditions()).orElse(List.of());
    }

    /** Returns the status with the allocated addresses and the conditions that a reconciliation would write. */
    static IPAllocationStatus granted(IPAllocation allocation, IpRange block, Instant now) {
        long generation =
                Optional.ofNullable(allocation.getMetadata().getGeneration()).orElse(0L);
        ReconcileOutcome outcome = new Steps<IpRange>(
                        List.of(Step.of(AllocationReconciler.GRANTED, AllocationStatusRenderer::has)))
                .run(block, conditions(allocation), generation, now);
        return IPAllocationStatusBuilder.builder(before(allocation))
                .phase(Phase.ALLOCATED)
                .startAddress(block.first().toString())
                .endAddress(block.last().toString())
                .addresses(block.addresses(MOST_NAMED))
                .cidr(block.toString())
                .allocatedCount(Math.toIntExact(Math.min(block.count(), Integer.MAX_VALUE)))
                .allocatedAt(now.truncatedTo(ChronoUnit.SECONDS))
                .allocatedBy(ServerSideApply.BUTLER)
                .observedGeneration(generation)
                .conditions(outcome.conditions())
                .build();
    }

    static StepResult has(IpRange block) {
        return StepResult.done("Allocated", "Allocated %s.".formatted(block));
    }

    static IPAllocationStatus render(AllocationReconcileContext scope, ReconcileOutcome outcome) {
        IPAllocationStatus before = before(scope.allocation());
        return IPAllocationStatusBuilder.builder(before)
                .phase(phase(scope.phase(), outcome))
                .releasedAt(scope.releasedAt().orElse(before.releasedAt()))
                .observedGeneration(outcome.generation())
                .conditions(outcome.conditions())
                .build();
    }

    private static Phase phase(Phase before, ReconcileOutcome outcome) {
        if (outcome.stage() == ReconcileOutcome.Stage.DELETING) {
            return Phase.RELEASED;
        }
        // Only the confirmation of a grant sets Allocated, and only a deletion resets it.
        if (before == Phase.ALLOCATED || before == Phase.RELEASED) {
            return before;
        }
        return outcome.failure().isPresent() ? Phase.FAILED : Phase.PENDING;
    }
}
