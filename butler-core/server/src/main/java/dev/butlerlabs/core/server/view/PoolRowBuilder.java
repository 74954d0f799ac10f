package dev.butlerlabs.core.server.view;

import dev.butlerlabs.core.api.IPAllocation;
import dev.butlerlabs.core.api.IPAllocationSpec;
import dev.butlerlabs.core.api.IPAllocationStatus;
import dev.butlerlabs.core.api.NetworkPool;
import dev.butlerlabs.core.api.NetworkPoolSpec;
import dev.butlerlabs.core.api.NetworkPoolStatus;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.ipam.PoolSpecReader;
import dev.butlerlabs.core.ipam.PoolUsage;
import dev.butlerlabs.core.ipam.space.AllocatableRanges;
import dev.butlerlabs.core.ipam.space.OffsetRange;
import dev.butlerlabs.core.kube.UndecodableObject;
import dev.butlerlabs.core.net.IpRange;
import dev.butlerlabs.core.server.view.PlatformViews.AllocationRow;
import dev.butlerlabs.core.server.view.PlatformViews.PoolRow;
import dev.butlerlabs.core.server.view.PlatformViews.PoolSegment;
import dev.butlerlabs.core.server.view.PlatformViews.RangeView;
import dev.butlerlabs.core.tenant.change.TenantSummary;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Reads rows and maps of address pools. Pure functions. */
public final class PoolRowBuilder {
    private PoolRowBuilder() {}

    /** Returns the row of a pool, as the controllers reported it. */
    public static PoolRow row(NetworkPool pool) {
        ObjectFields fields = ObjectFields.of(pool);
        Optional<NetworkPoolStatus> status = Optional.ofNullable(pool.getStatus());
        Optional<AllocatableRanges> terrain = terrain(pool);
        long total = count(status, NetworkPoolStatus::totalIPs)
                .orElseGet(() -> terrain.map(AllocatableRanges::total).orElse(0L));
        long allocated = count(status, NetworkPoolStatus::allocatedIPs).orElse(0L);
        return new PoolRow(
                fields.namespace(),
                fields.name(),
                fields.resourceVersion(),
                Optional.ofNullable(pool.getSpec()).map(NetworkPoolSpec::cidr).orElse(""),
                terrain.stream()
                        .flatMap(ranges -> ranges.open().stream().map(ranges::block))
                        .map(PoolRowBuilder::range)
                        .toList(),
                total,
                allocated,
                count(status, NetworkPoolStatus::reservedIPs).orElse(0L),
                count(status, NetworkPoolStatus::availableIPs).orElse(total - allocated),
                count(status, NetworkPoolStatus::largestFreeBlock)
                        .orElseGet(() -> terrain.map(AllocatableRanges::longest).orElse(0L)),
                status.map(NetworkPoolStatus::fragmentationPercent),
                ConditionRow.of(status.map(NetworkPoolStatus::conditions).orElse(List.of())));
    }

    private static Optional<Long> count(
            Optional<NetworkPoolStatus> status, Function<NetworkPoolStatus, Integer> field) {
        return status.map(field).map(Integer::longValue);
    }

    private static Optional<AllocatableRanges> terrain(NetworkPool pool) {
        try {
            return UndecodableObject.of(pool).isPresent()
                    ? Optional.empty()
                    : Optional.of(PoolSpecReader.of(pool.getSpec()).terrain());
        } catch (ButlerException invalid) {
            return Optional.empty();
        }
    }

    private static RangeView range(IpRange range) {
        return new RangeView(range.first().toString(), range.last().toString());
    }

    /** Returns all addresses of the network of a pool as segments in the order of addresses. */
    public static List<PoolSegment> segments(PoolUsage usage) {
        AllocatableRanges terrain = usage.shape().terrain();
        List<PoolSegment> segments = new ArrayList<>();
        terrain.reserved().forEach(part -> segments.add(segment(terrain.block(part), "reserved")));
        terrain.unmanaged().forEach(part -> segments.add(segment(terrain.block(part), "excluded")));
        usage.holdings().forEach(holding -> segments.add(allocated(holding)));
        terrain.open()
                .forEach(part -> free(terrain, usage, part)
                        .forEach(range -> segments.add(segment(terrain.block(range), "free"))));
        segments.sort(Comparator.comparing(segment -> position(terrain, segment)));
        return segments;
    }

    private static long position(AllocatableRanges terrain, PoolSegment segment) {
        return IpRange.between(segment.start(), segment.start())
                .first()
                .minus(terrain.network().first());
    }

    /** Returns an allocatable part without what is allocated in it. */
    private static List<OffsetRange> free(AllocatableRanges terrain, PoolUsage usage, OffsetRange part) {
        List<OffsetRange> free = new ArrayList<>();
        long from = part.from();
        List<OffsetRange> taken = usage.holdings().stream()
                .flatMap(holding -> terrain.span(holding.block()).stream())
                .filter(part::overlaps)
                .sorted()
                .toList();
        for (OffsetRange range : taken) {
            if (from < range.from()) {
                free.add(new OffsetRange(from, range.from()));
            }
            from = Math.max(from, range.to());
        }
        if (from < part.to()) {
            free.add(new OffsetRange(from, part.to()));
        }
        return free;
    }

    private static PoolSegment segment(IpRange range, String state) {
        return new PoolSegment(
                range.first().toString(),
                range.last().toString(),
                range.count(),
                state,
                Optional.empty(),
                Optional.empty());
    }

    private static PoolSegment allocated(PoolUsage.Holding holding) {
        return new PoolSegment(
                holding.block().first().toString(),
                holding.block().last().toString(),
                holding.block().count(),
                "allocated",
                Optional.of(holding.tenant()),
                Optional.of(holding.allocation()));
    }

    /** Returns the row of an allocation. */
    public static AllocationRow allocation(IPAllocation allocation) {
        ObjectFields fields = ObjectFields.of(allocation);
        Optional<IPAllocationSpec> spec = Optional.ofNullable(allocation.getSpec());
        Optional<IPAllocationStatus> status = Optional.ofNullable(allocation.getStatus());
        return new AllocationRow(
                fields.namespace(),
                fields.name(),
                spec.map(IPAllocationSpec::poolRef).map(pool -> pool.name()).orElse(""),
                spec.map(IPAllocationSpec::tenantClusterRef)
                        .map(tenant -> tenant.namespace() + "/" + tenant.name())
                        .orElse(""),
                spec.map(IPAllocationSpec::type).map(TenantSummary::word).orElse(""),
                status.map(IPAllocationStatus::phase).map(TenantSummary::word).orElse("Pending"),
                status.map(IPAllocationStatus::startAddress),
                status.map(IPAllocationStatus::endAddress),
                status.map(IPAllocationStatus::allocatedCount).orElse(0),
                fields.createdAt(),
                UndecodableObject.of(allocation).map(UndecodableObject::toString));
    }
}
