package dev.butlerlabs.adm.pool;

import dev.butlerlabs.core.api.IPAllocation;
import dev.butlerlabs.core.api.IPAllocationStatus;
import dev.butlerlabs.core.cli.output.AgeFormatter;
import dev.butlerlabs.core.cli.output.Column;
import dev.butlerlabs.core.cli.output.ResourceTables;
import dev.butlerlabs.core.cli.output.TableLayout;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** Table layout of IPAllocations. */
final class AllocationTable {
    private AllocationTable() {}

    static TableLayout<IPAllocation> at(Instant now) {
        return ResourceTables.listing(List.of(
                Column.of("name", allocation -> allocation.getMetadata().getName()),
                Column.of("pool", allocation -> allocation.getSpec().poolRef().name()),
                Column.of("tenant", AllocationTable::tenant),
                Column.of("type", allocation -> word(allocation.getSpec().type())),
                Column.of("phase", allocation -> text(allocation, status -> word(status.phase()))),
                Column.of("addresses", allocation -> text(allocation, IPAllocationStatus::cidr)),
                Column.of("age", allocation -> age(allocation, now)),
                Column.wide("namespace", allocation -> allocation.getMetadata().getNamespace()),
                Column.wide("released", allocation -> text(allocation, status -> word(status.releasedAt())))));
    }

    private static String tenant(IPAllocation allocation) {
        var tenant = allocation.getSpec().tenantClusterRef();
        return tenant.namespace() + "/" + tenant.name();
    }

    private static String word(Object value) {
        return value instanceof Enum<?> word
                ? word.name().toLowerCase(Locale.ROOT)
                : value == null ? null : value.toString();
    }

    private static String text(IPAllocation allocation, Function<IPAllocationStatus, String> field) {
        return Optional.ofNullable(allocation.getStatus()).map(field).orElse("-");
    }

    private static String age(IPAllocation allocation, Instant now) {
        return AgeFormatter.between(
                Optional.ofNullable(allocation.getMetadata().getCreationTimestamp())
                        .map(Instant::parse),
                now);
    }
}
