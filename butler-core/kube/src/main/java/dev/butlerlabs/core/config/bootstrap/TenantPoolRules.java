package dev.butlerlabs.core.config.bootstrap;

import dev.butlerlabs.core.config.ConfigSettings;
import dev.butlerlabs.core.config.Ipv4Range;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Checks that addresses for tenant clusters are not used by the management cluster. */
final class TenantPoolRules implements ConfigRule {
    @Override
    public void check(ConfigDraft draft) {
        draft.root().find(BootstrapFileKeys.NETWORK_POOL).ifPresent(pool -> {
            pool.find(PlatformKeys.TENANT_ALLOCATION)
                    .ifPresent(part -> RangeRules.order(part, PlatformKeys.START, PlatformKeys.END));
            AddressUseIndex spots = AddressUseIndex.of(draft);
            spots.tenantNetwork().ifPresent(network -> within(pool, spots, network));
            shared(pool, spots, NodeAddressUseReader.of(draft).flatMap(NodeAddressUseReader::range));
        });
    }

    private static void within(ConfigSettings pool, AddressUseIndex spots, AddressUse network) {
        String sentence = "is not within %s (%s)".formatted(network.path(), network.range());
        spots.tenants()
                .filter(part -> !network.range().contains(part.range()))
                .ifPresent(part -> part.report(sentence, ""));
        reserved(pool).stream()
                .filter(part -> !network.range().contains(part.range()))
                .forEach(part -> part.report(sentence, ""));
    }

    /** Checks the whole network except reserved parts, which is allocated if no tenant range is given. */
    private static void shared(ConfigSettings pool, AddressUseIndex spots, Optional<AddressUse> nodes) {
        Optional<AddressUse> shared =
                pool.isGiven(PlatformKeys.TENANT_ALLOCATION) ? spots.tenants() : spots.tenantNetwork();
        List<Ipv4Range> reserved =
                reserved(pool).stream().map(AddressUse::range).toList();
        Stream.of(spots.vip(), spots.pool(), spots.gateway(), nodes)
                .flatMap(Optional::stream)
                .filter(own -> reserved.stream().noneMatch(part -> part.contains(own.range())))
                .forEach(own -> shared.filter(part -> part.range().overlaps(own.range()))
                        .ifPresent(part -> part.report(
                                "would allocate %s (%s) to tenant clusters".formatted(own.path(), own.range()),
                                "add it to networkPool.reserved")));
    }

    private static List<AddressUse> reserved(ConfigSettings pool) {
        return pool.find(PlatformKeys.RESERVED).orElse(List.of()).stream()
                .flatMap(part -> AddressUse.ofRange(part, PlatformKeys.RESERVED_CIDR).stream())
                .toList();
    }
}
