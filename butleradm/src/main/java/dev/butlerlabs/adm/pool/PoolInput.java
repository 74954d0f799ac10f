package dev.butlerlabs.adm.pool;

import dev.butlerlabs.core.api.AddressRange;
import dev.butlerlabs.core.api.NetworkPoolSpec;
import dev.butlerlabs.core.api.NetworkPoolSpec.Defaults;
import dev.butlerlabs.core.api.NetworkPoolSpec.Reservation;
import dev.butlerlabs.core.api.NetworkPoolSpec.TenantAllocation;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.util.List;

/** The options that describe a NetworkPool. */
record PoolInput(String cidr, List<String> reserved, List<String> ranges, int nodes, int balancers) {
    PoolInput {
        reserved = List.copyOf(reserved);
        ranges = List.copyOf(ranges);
    }

    NetworkPoolSpec spec() {
        return new NetworkPoolSpec(
                cidr,
                reserved.stream().map(PoolInput::reservation).toList(),
                new TenantAllocation(
                        null, null, ranges.stream().map(PoolInput::range).toList(), new Defaults(nodes, balancers)));
    }

    private static Reservation reservation(String text) {
        String[] parts = text.split("=", 2);
        return new Reservation(parts[0], parts.length == 2 ? parts[1] : null);
    }

    private static AddressRange range(String text) {
        String[] ends = text.split("-", -1);
        if (ends.length != 2) {
            throw new ButlerException(ErrorCode.USAGE, "invalid value for --range: must be FIRST-LAST.");
        }
        return new AddressRange(ends[0].strip(), ends[1].strip());
    }
}
