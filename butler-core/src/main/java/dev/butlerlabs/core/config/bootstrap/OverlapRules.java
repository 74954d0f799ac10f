package dev.butlerlabs.core.config.bootstrap;

import java.util.List;
import java.util.Optional;

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
        apart(spots.pool(), spots.vip());
        apart(spots.pool(), spots.gateway());
        apart(spots.vip(), spots.gateway());
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
