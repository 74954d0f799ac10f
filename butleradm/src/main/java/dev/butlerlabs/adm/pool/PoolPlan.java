package dev.butlerlabs.adm.pool;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.ipam.PoolUsage;
import dev.butlerlabs.core.ipam.space.AllocationDryRun;
import dev.butlerlabs.core.ipam.space.SpaceStatistics;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether tenants fit into a pool.
 *
 * @param tenants number of tenants in the plan
 * @param fitting number of tenants that fit, in their order
 * @param requested number of addresses requested by all tenants
 */
record PoolPlan(PoolUsage usage, AllocationDryRun whatIf, int tenants, int fitting, long requested) {
    static PoolPlan of(PoolUsage usage, List<TenantGroup> sets) {
        List<List<Long>> wishes =
                sets.stream().flatMap(set -> set.wishes().stream()).toList();
        List<Long> all = wishes.stream().flatMap(List::stream).toList();
        AllocationDryRun whatIf = AllocationDryRun.of(usage.space(), all);
        int fitting = 0;
        int index = 0;
        for (List<Long> tenant : wishes) {
            int end = index + tenant.size();
            boolean fits = whatIf.places().subList(index, end).stream().allMatch(place -> place.isPresent());
            fitting += fits ? 1 : 0;
            index = end;
        }
        return new PoolPlan(
                usage,
                whatIf,
                wishes.size(),
                fitting,
                all.stream().mapToLong(Long::longValue).sum());
    }

    List<String> lines() {
        SpaceStatistics now = usage.space().figures();
        SpaceStatistics after = whatIf.after().figures();
        List<String> lines = new ArrayList<>();
        lines.add("%d of %d tenants fit into %s: %d addresses requested, %d free."
                .formatted(fitting, tenants, usage.pool(), requested, now.free()));
        if (whatIf.reordered()) {
            lines.add("They fit only if the largest tenants are created first.");
        }
        lines.add("Afterwards, %d of %d addresses are free, the largest free range has %d."
                .formatted(after.free(), after.total(), after.largest()));
        return lines;
    }

    void requireFit() {
        if (fitting < tenants) {
            long missing = Math.max(0, requested - usage.space().figures().free());
            throw new ButlerException(
                    ErrorCode.QUOTA,
                    missing > 0
                            ? "Pool %s is %s too small."
                                    .formatted(usage.pool(), missing == 1 ? "1 address" : missing + " addresses")
                            : "Pool %s is too fragmented.".formatted(usage.pool()),
                    "Extend the pool, add another one, or release addresses.");
        }
    }
}
