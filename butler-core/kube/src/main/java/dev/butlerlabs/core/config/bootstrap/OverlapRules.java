package dev.butlerlabs.core.config.bootstrap;

import dev.butlerlabs.core.config.Ipv4Range;
import dev.butlerlabs.core.net.IpAddress;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Checks that address ranges for different purposes do not overlap. */
final class OverlapRules implements ConfigRule {
    @Override
    public void check(ConfigDraft draft) {
        AddressUseIndex spots = AddressUseIndex.of(draft);
        apart(spots.pods(), spots.services());
        for (Optional<AddressUse> inside : List.of(spots.pods(), spots.services())) {
            apart(inside, spots.subnet());
            apart(inside, spots.tenantNetwork());
            apart(inside, spots.pool());
            apart(inside, spots.vip());
        }
        spots.pool().ifPresent(pool -> spots.vip().ifPresent(vip -> cut(pool, vip)));
        apart(spots.pool(), spots.gateway());
        apart(spots.vip(), spots.gateway());
    }

    /** Excludes a virtual address from the pool that contains it; reports a problem if the pool has no other address. */
    private static void cut(AddressUse pool, AddressUse vip) {
        IpAddress address = vip.range().first();
        if (!pool.range().contains(address)) {
            return;
        }
        List<Ipv4Range> rest = pool.range().without(address);
        if (rest.isEmpty()) {
            tell(pool, vip);
        } else {
            vip.settings()
                    .warn(
                            vip.key(),
                            "is inside %s (%s); Services use only %s"
                                    .formatted(pool.path(), pool.range(), joined(rest)),
                            "use an address outside the range");
        }
    }

    private static String joined(List<Ipv4Range> ranges) {
        return ranges.stream().map(Ipv4Range::text).collect(Collectors.joining(" and "));
    }

    static void apart(Optional<AddressUse> one, Optional<AddressUse> other) {
        one.ifPresent(first -> other.filter(second -> second.range().overlaps(first.range()))
                .ifPresent(second -> tell(first, second)));
    }

    /** Reports an overlap at a value that the user wrote, not at a default. */
    private static void tell(AddressUse first, AddressUse second) {
        AddressUse culprit = second.isGiven() ? second : first;
        AddressUse other = second.isGiven() ? first : second;
        String verb = culprit.isOneAddress() ? "is inside" : other.isOneAddress() ? "contains" : "overlaps";
        String hint = other.isGiven()
                ? ""
                : "%s is the default of %s; set another value".formatted(other.range(), other.path());
        culprit.report("%s %s (%s)".formatted(verb, other.path(), other.range()), hint);
    }
}
