package dev.butlerlabs.core.config.bootstrap;

import dev.butlerlabs.core.config.Ipv4Range;
import dev.butlerlabs.core.config.Settings;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Checks that addresses for tenant clusters are not used by the management cluster. */
final class TenantPoolRules implements ConfigRule {
    @Override
    public void check(ConfigDraft draft) {
        draft.root().find(BootstrapKeys.NETWORK_POOL).ifPresent(pool -> {
            pool.find(PlatformKeys.TENANT_ALLOCATION)
                    .ifPresent(part -> RangeRules.order(part, PlatformKeys.START, PlatformKeys.END));
            Spots spots = Spots.of(draft);
            spots.tenantNetwork().ifPresent(network -> within(pool, spots, network));
            shared(pool, spots, NodeSpots.of(draft).flatMap(NodeSpots::range));
        });
    }

    private static void within(Settings pool, Spots spots, Spot network) {
        String sentence = "is not within %s (%s)".formatted(network.path(), network.range());
        spots.tenants()
                .filter(part -> !network.range().contains(part.range()))
                .ifPresent(part -> part.report(sentence, ""));
        reserved(pool).stream()
                .filter(part -> !network.range().contains(part.range()))
                .forEach(part -> part.report(sentence, ""));
    }

    /** Checks the whole network except reserved parts, which is allocated if no tenant range is given. */
    private static void shared(Settings pool, Spots spots, Optional<Spot> nodes) {
        Optional<Spot> shared = pool.isGiven(PlatformKeys.TENANT_ALLOCATION) ? spots.tenants() : spots.tenantNetwork();
        List<Ipv4Range> reserved = reserved(pool).stream().map(Spot::range).toList();
        Stream.of(spots.vip(), spots.pool(), spots.gateway(), nodes)
                .flatMap(Optional::stream)
                .filter(own -> reserved.stream().noneMatch(part -> part.contains(own.range())))
                .forEach(own -> shared.filter(part -> part.range().overlaps(own.range()))
                        .ifPresent(part -> part.report(
                                "would allocate %s (%s) to tenant clusters".formatted(own.path(), own.range()),
                                "add it to networkPool.reserved")));
    }

    private static List<Spot> reserved(Settings pool) {
        return pool.find(PlatformKeys.RESERVED).orElse(List.of()).stream()
                .flatMap(part -> Spot.ofRange(part, PlatformKeys.RESERVED_CIDR).stream())
                .toList();
    }
}
