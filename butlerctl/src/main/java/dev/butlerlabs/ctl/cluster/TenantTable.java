package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.cli.output.AgeFormatter;
import dev.butlerlabs.core.cli.output.Column;
import dev.butlerlabs.core.cli.output.ResourceTables;
import dev.butlerlabs.core.cli.output.TableLayout;
import dev.butlerlabs.core.cli.resource.FieldTable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Table layout of TenantClusters. */
final class TenantTable {
    private TenantTable() {}

    static TableLayout<TenantCluster> at(Instant now, boolean withNamespace) {
        return rows(now, withNamespace).over(TenantRow::of).documentedBy(ResourceTables.listing(List.of()));
    }

    /** Returns the table without the namespace from the fields of TenantClusters. It has no documents. */
    static FieldTable<TenantRow> fields() {
        return new FieldTable<>(TenantRow.FIELDS, TenantRow::read, TenantRow::namespace, now -> rows(now, false));
    }

    private static TableLayout<TenantRow> rows(Instant now, boolean withNamespace) {
        List<Column<TenantRow>> columns = new ArrayList<>();
        columns.add(Column.of("name", TenantRow::name));
        if (withNamespace) {
            columns.add(Column.of("namespace", TenantRow::namespace));
        }
        columns.addAll(List.of(
                Column.of("phase", TenantRow::phase),
                Column.of("k8s version", TenantRow::version),
                Column.of("workers", TenantRow::workers),
                Column.of("age", row -> age(row.created(), now)),
                Column.wide("endpoint", TenantRow::endpoint),
                Column.wide("provider", TenantRow::provider)));
        return new TableLayout<>(
                columns,
                TenantRow::name,
                _ -> Map.of(),
                Comparator.comparing(TenantRow::namespace).thenComparing(TenantRow::name),
                Map.of());
    }

    static String phase(TenantCluster cluster) {
        return TenantRow.of(cluster).phase();
    }

    static String workers(TenantCluster cluster) {
        return TenantRow.of(cluster).workers();
    }

    static String age(TenantCluster cluster, Instant now) {
        return age(TenantRow.of(cluster).created(), now);
    }

    private static String age(Optional<String> created, Instant now) {
        return AgeFormatter.between(created.map(Instant::parse), now);
    }
}
