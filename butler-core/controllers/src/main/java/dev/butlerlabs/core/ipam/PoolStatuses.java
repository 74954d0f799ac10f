package dev.butlerlabs.core.ipam;

import dev.butlerlabs.core.api.AddressRange;
import dev.butlerlabs.core.api.NetworkPoolStatus;
import dev.butlerlabs.core.api.NetworkPoolStatusBuilder;
import dev.butlerlabs.core.ipam.space.Block;
import dev.butlerlabs.core.ipam.space.Figures;
import dev.butlerlabs.core.ipam.space.Span;
import dev.butlerlabs.core.ipam.space.Terrain;
import dev.butlerlabs.core.reconcile.Outcome;
import java.util.List;
import java.util.Optional;

/** Renders the status of a NetworkPool. Pure functions. */
final class PoolStatuses {
    private PoolStatuses() {}

    static NetworkPoolStatus render(PoolScope scope, Outcome outcome) {
        NetworkPoolStatusBuilder status = NetworkPoolStatusBuilder.builder(
                Optional.ofNullable(scope.pool().getStatus())
                        .orElseGet(() -> NetworkPoolStatusBuilder.builder().build()));
        status.conditions(outcome.conditions());
        scope.served().ifPresent(served -> describe(status, served, outcome));
        return status.build();
    }

    private static void describe(NetworkPoolStatusBuilder status, Served served, Outcome outcome) {
        Terrain terrain = served.inForce().shape().terrain();
        Figures figures = served.space().figures();
        List<Span> unmanaged = terrain.unmanaged();
        status.totalIPs(number(figures.total()))
                .allocatedIPs(
                        number(served.held().stream().mapToLong(Block::count).sum()))
                .availableIPs(number(figures.free()))
                .poolSizeIPs(number(terrain.network().size()))
                .reservedIPs(number(length(terrain.reserved())))
                .unmanagedScopeIPs(number(length(unmanaged)))
                .unmanagedRanges(unmanaged.stream()
                        .map(terrain::block)
                        .map(PoolStatuses::range)
                        .toList())
                .allocationCount(served.held().size())
                .largestFreeBlock(number(figures.largest()))
                .fragmentationPercent(figures.fragmentationPercent())
                .observedGeneration(outcome.generation())
                .conditions(Capacity.conditions(outcome.conditions(), figures, outcome.generation(), outcome.time()));
    }

    private static AddressRange range(Block block) {
        return new AddressRange(block.first().toString(), block.last().toString());
    }

    private static long length(List<Span> spans) {
        return spans.stream().mapToLong(Span::length).sum();
    }

    /** The status fields are 32-bit integers; larger values are capped. */
    private static int number(long value) {
        return (int) Math.min(value, Integer.MAX_VALUE);
    }
}
