package dev.butlerlabs.core.ipam;

import dev.butlerlabs.core.api.AddressRange;
import dev.butlerlabs.core.api.IPAllocationSpec.Purpose;
import dev.butlerlabs.core.api.NetworkPoolSpec;
import dev.butlerlabs.core.api.NetworkPoolSpec.Defaults;
import dev.butlerlabs.core.api.NetworkPoolSpec.Reservation;
import dev.butlerlabs.core.api.NetworkPoolSpec.TenantAllocation;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.ipam.space.AllocatableRanges;
import dev.butlerlabs.core.net.CidrBlock;
import dev.butlerlabs.core.net.IpRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The parsed spec of a pool. Immutable.
 *
 * @param nodesPerTenant the default number of node addresses for a tenant
 * @param balancersPerTenant the default number of load balancer addresses for a tenant
 */
public record PoolSpecReader(AllocatableRanges terrain, int nodesPerTenant, int balancersPerTenant) {
    private static final int USUAL_NODES = 5;
    private static final int USUAL_BALANCERS = 8;

    /**
     * Parses a spec.
     *
     * @throws ButlerException with all problems of the spec
     */
    public static PoolSpecReader of(NetworkPoolSpec spec) {
        List<InputProblem> problems = new ArrayList<>();
        Optional<CidrBlock> network = read("spec.cidr", problems, () -> CidrBlock.parse(spec.cidr()));
        List<CidrBlock> reserved = reserved(spec, network, problems);
        List<IpRange> windows = windows(spec, network, problems);
        if (!problems.isEmpty()) {
            throw ButlerException.invalid("Invalid NetworkPool spec.", problems);
        }
        Optional<Defaults> defaults =
                Optional.ofNullable(spec.tenantAllocation()).map(TenantAllocation::defaults);
        return new PoolSpecReader(
                AllocatableRanges.of(network.orElseThrow(), windows, reserved),
                defaults.map(Defaults::nodesPerTenant).orElse(USUAL_NODES),
                defaults.map(Defaults::lbPoolPerTenant).orElse(USUAL_BALANCERS));
    }

    private static List<CidrBlock> reserved(
            NetworkPoolSpec spec, Optional<CidrBlock> network, List<InputProblem> problems) {
        List<CidrBlock> result = new ArrayList<>();
        List<Reservation> all = Optional.ofNullable(spec.reserved()).orElse(List.of());
        for (int i = 0; i < all.size(); i++) {
            String path = "spec.reserved[%d].cidr".formatted(i);
            String text = all.get(i).cidr();
            Optional<CidrBlock> part = read(path, problems, () -> CidrBlock.parse(text));
            part.filter(found -> network.map(whole -> !whole.contains(found)).orElse(false))
                    .ifPresent(found -> problems.add(new InputProblem(path, found + " is outside of the pool")));
            part.ifPresent(result::add);
        }
        return result;
    }

    private static List<IpRange> windows(
            NetworkPoolSpec spec, Optional<CidrBlock> network, List<InputProblem> problems) {
        List<IpRange> result = new ArrayList<>();
        Optional<TenantAllocation> allocation = Optional.ofNullable(spec.tenantAllocation());
        List<AddressRange> ranges = allocation
                .map(TenantAllocation::ranges)
                .filter(list -> !list.isEmpty())
                .orElse(List.of());
        for (int i = 0; i < ranges.size(); i++) {
            String path = "spec.tenantAllocation.ranges[%d]".formatted(i);
            AddressRange range = ranges.get(i);
            window(path, range.start(), range.end(), network, problems).ifPresent(result::add);
        }
        boolean bounded = allocation
                .filter(one -> one.start() != null || one.end() != null)
                .isPresent();
        if (ranges.isEmpty() && bounded && network.isPresent()) {
            String start = Optional.ofNullable(allocation.get().start())
                    .orElse(network.get().first().toString());
            String end = Optional.ofNullable(allocation.get().end())
                    .orElse(network.get().last().toString());
            window("spec.tenantAllocation", start, end, network, problems).ifPresent(result::add);
        }
        return result;
    }

    private static Optional<IpRange> window(
            String path, String start, String end, Optional<CidrBlock> network, List<InputProblem> problems) {
        Optional<IpRange> block = read(path, problems, () -> IpRange.between(start, end));
        block.filter(found -> network.map(whole -> !whole.contains(found.first()) || !whole.contains(found.last()))
                        .orElse(false))
                .ifPresent(found -> problems.add(new InputProblem(path, found + " is outside of the pool")));
        return block;
    }

    private static <T> Optional<T> read(String path, List<InputProblem> problems, Supplier<T> reading) {
        try {
            return Optional.of(reading.get());
        } catch (IllegalArgumentException e) {
            problems.add(new InputProblem(path, "is not valid: " + e.getMessage()));
            return Optional.empty();
        }
    }

    /** Returns the default number of addresses for a tenant that requests no number. */
    public int usual(Purpose purpose) {
        return switch (purpose) {
            case NODES -> nodesPerTenant;
            case LOADBALANCER -> balancersPerTenant;
        };
    }
}
