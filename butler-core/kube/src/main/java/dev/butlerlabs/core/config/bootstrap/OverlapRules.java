package dev.butlerlabs.core.config.bootstrap;

import dev.butlerlabs.core.config.Ipv4Address;
import dev.butlerlabs.core.config.Ipv4Range;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Addresses with different purposes must be different addresses. */
final class OverlapRules implements ConfigRule {
    @Override
    public void check(ConfigDraft draft) {
        Spots spots = Spots.of(draft);
        apart(spots.pods(), spots.services());
        for (Optional<Spot> inside : List.of(spots.pods(), spots.services())) {
            apart(inside, spots.subnet());
            apart(inside, spots.tenantNetwork());
            apart(inside, spots.pool());
            apart(inside, spots.vip());
        }
        spots.pool().ifPresent(pool -> spots.vip().ifPresent(vip -> cut(pool, vip)));
        apart(spots.pool(), spots.gateway());
        apart(spots.vip(), spots.gateway());
    }

    /** A virtual address in the pool is left out of it, unless nothing else is in there. */
    private static void cut(Spot pool, Spot vip) {
        Ipv4Address address = vip.range().first();
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
                            "lies in %s (%s); services get only %s".formatted(pool.path(), pool.range(), joined(rest)),
                            "choose an address outside the pool");
        }
    }

    private static String joined(List<Ipv4Range> ranges) {
        return ranges.stream().map(Ipv4Range::text).collect(Collectors.joining(" and "));
    }

    static void apart(Optional<Spot> one, Optional<Spot> other) {
        one.ifPresent(first -> other.filter(second -> second.range().overlaps(first.range()))
                .ifPresent(second -> tell(first, second)));
    }

    /** Told where the author wrote something; a default is not the author's. */
    private static void tell(Spot first, Spot second) {
        Spot culprit = second.isGiven() ? second : first;
        Spot other = second.isGiven() ? first : second;
        String verb = culprit.isOneAddress() ? "lies in" : other.isOneAddress() ? "contains" : "overlaps";
        String hint =
                other.isGiven() ? "" : "%s is the default of %s; set another".formatted(other.range(), other.path());
        culprit.report("%s %s (%s)".formatted(verb, other.path(), other.range()), hint);
    }
}
