package dev.butlerlabs.core.ipam;

import dev.butlerlabs.core.api.AddressRange;
import dev.butlerlabs.core.api.NetworkPoolStatus;
import dev.butlerlabs.core.api.NetworkPoolStatusBuilder;
import dev.butlerlabs.core.ipam.space.AllocatableRanges;
import dev.butlerlabs.core.ipam.space.OffsetRange;
import dev.butlerlabs.core.ipam.space.SpaceStatistics;
import dev.butlerlabs.core.net.IpRange;
import dev.butlerlabs.core.reconcile.ReconcileOutcome;
import java.util.List;
import java.util.Optional;

/** Renders the status of a NetworkPool. Pure functions. */
final class PoolStatusRenderer {
    private PoolStatusRenderer() {}

    static NetworkPoolStatus render(PoolReconcileContext scope, ReconcileOutcome outcome) {
        NetworkPoolStatusBuilder status = NetworkPoolStatusBuilder.builder(
                Optional.ofNullable(scope.pool().getStatus())
                        .orElseGet(() -> NetworkPoolStatusBuilder.builder().build()));
        status.conditions(outcome.conditions());
        scope.served().ifPresent(served -> describe(status, served, outcome));
        return status.build();
    }

    private static void describe(NetworkPoolStatusBuilder status, AllocationResult served, ReconcileOutcome outcome) {
        AllocatableRanges terrain = served.inForce().shape().terrain();
        SpaceStatistics figures = served.space().figures();
        List<OffsetRange> unmanaged = terrain.unmanaged();
        status.totalIPs(number(figures.total()))
                .allocatedIPs(
                        number(served.held().stream().mapToLong(IpRange::count).sum()))
                .availableIPs(number(figures.free()))
                .poolSizeIPs(number(terrain.network().size()))
                .reservedIPs(number(length(terrain.reserved())))
                .unmanagedScopeIPs(number(length(unmanaged)))
                .unmanagedRanges(unmanaged.stream()
                        .map(terrain::block)
                        .map(PoolStatusRenderer::range)
                        .toList())
                .allocationCount(served.held().size())
                .largestFreeBlock(number(figures.largest()))
                .fragmentationPercent(figures.fragmentationPercent())
                .observedGeneration(outcome.generation())
                .conditions(
                        PoolUsageText.conditions(outcome.conditions(), figures, outcome.generation(), outcome.time()));
    }

    private static AddressRange range(IpRange block) {
        return new AddressRange(block.first().toString(), block.last().toString());
    }

    private static long length(List<OffsetRange> spans) {
        return spans.stream().mapToLong(OffsetRange::length).sum();
    }

    /** The status fields are 32-bit integers; larger values are capped. */
    private static int number(long value) {
        return (int) Math.min(value, Integer.MAX_VALUE);
    }
}
