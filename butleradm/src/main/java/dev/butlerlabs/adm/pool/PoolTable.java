package dev.butlerlabs.adm.pool;

import dev.butlerlabs.core.api.NetworkPool;
import dev.butlerlabs.core.api.NetworkPoolStatus;
import dev.butlerlabs.core.cli.output.AgeFormatter;
import dev.butlerlabs.core.cli.output.Column;
import dev.butlerlabs.core.cli.output.ResourceTables;
import dev.butlerlabs.core.cli.output.TableLayout;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Table layout of NetworkPools. */
final class PoolTable {
    private PoolTable() {}

    static TableLayout<NetworkPool> at(Instant now) {
        return ResourceTables.listing(List.of(
                Column.of("name", pool -> pool.getMetadata().getName()),
                Column.of("cidr", pool -> pool.getSpec().cidr()),
                Column.of("total", pool -> number(pool, NetworkPoolStatus::totalIPs)),
                Column.of("allocated", pool -> number(pool, NetworkPoolStatus::allocatedIPs)),
                Column.of("free", pool -> number(pool, NetworkPoolStatus::availableIPs)),
                Column.of("largest", pool -> number(pool, NetworkPoolStatus::largestFreeBlock)),
                Column.of("age", pool -> age(pool, now)),
                Column.wide("namespace", pool -> pool.getMetadata().getNamespace()),
                Column.wide("allocations", pool -> number(pool, NetworkPoolStatus::allocationCount)),
                Column.wide("fragmentation", pool -> number(pool, NetworkPoolStatus::fragmentationPercent))));
    }

    private static String number(NetworkPool pool, Function<NetworkPoolStatus, Integer> figure) {
        return Optional.ofNullable(pool.getStatus())
                .map(figure)
                .map(String::valueOf)
                .orElse("-");
    }

    private static String age(NetworkPool pool, Instant now) {
        return AgeFormatter.between(
                Optional.ofNullable(pool.getMetadata().getCreationTimestamp()).map(Instant::parse), now);
    }
}
