package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.cli.output.AgeFormatter;
import dev.butlerlabs.core.cli.output.Column;
import dev.butlerlabs.core.cli.output.ResourceTables;
import dev.butlerlabs.core.cli.output.TableLayout;
import dev.butlerlabs.core.tenant.change.TenantSummary;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Table layout of TenantClusters. */
final class TenantTable {
    private TenantTable() {}

    static TableLayout<TenantCluster> at(Instant now, boolean withNamespace) {
        List<Column<TenantCluster>> columns = new ArrayList<>();
        columns.add(Column.of("name", cluster -> cluster.getMetadata().getName()));
        if (withNamespace) {
            columns.add(Column.of("namespace", cluster -> cluster.getMetadata().getNamespace()));
        }
        columns.addAll(List.of(
                Column.of("phase", TenantTable::phase),
                Column.of("k8s version", cluster -> cluster.getSpec().kubernetesVersion()),
                Column.of("workers", TenantTable::workers),
                Column.of("age", cluster -> age(cluster, now)),
                Column.wide(
                        "endpoint", cluster -> TenantSummary.endpoint(cluster).orElse("-")),
                Column.wide(
                        "provider", cluster -> TenantSummary.provider(cluster).orElse("-"))));
        return ResourceTables.listing(columns);
    }

    static String phase(TenantCluster cluster) {
        return TenantSummary.phase(cluster) + (TenantSummary.isPaused(cluster) ? " (paused)" : "");
    }

    static String workers(TenantCluster cluster) {
        int wanted = TenantSummary.wantedWorkers(cluster);
        return wanted == 0 ? "-" : TenantSummary.readyWorkers(cluster) + "/" + wanted;
    }

    static String age(TenantCluster cluster, Instant now) {
        return AgeFormatter.between(
                Optional.ofNullable(cluster.getMetadata().getCreationTimestamp())
                        .map(Instant::parse),
                now);
    }
}
