package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.cli.output.Ages;
import dev.butlerlabs.core.cli.output.Column;
import dev.butlerlabs.core.cli.output.Listing;
import dev.butlerlabs.core.cli.output.Resources;
import dev.butlerlabs.core.tenant.change.TenantFacts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Table layout of TenantClusters. */
final class TenantListing {
    private TenantListing() {}

    static Listing<TenantCluster> at(Instant now, boolean withNamespace) {
        List<Column<TenantCluster>> columns = new ArrayList<>();
        columns.add(Column.of("name", cluster -> cluster.getMetadata().getName()));
        if (withNamespace) {
            columns.add(Column.of("namespace", cluster -> cluster.getMetadata().getNamespace()));
        }
        columns.addAll(List.of(
                Column.of("phase", TenantListing::phase),
                Column.of("k8s version", cluster -> cluster.getSpec().kubernetesVersion()),
                Column.of("workers", TenantListing::workers),
                Column.of("age", cluster -> age(cluster, now)),
                Column.wide("endpoint", cluster -> TenantFacts.endpoint(cluster).orElse("-")),
                Column.wide("provider", cluster -> TenantFacts.provider(cluster).orElse("-"))));
        return Resources.listing(columns);
    }

    static String phase(TenantCluster cluster) {
        return TenantFacts.phase(cluster) + (TenantFacts.isPaused(cluster) ? " (paused)" : "");
    }

    static String workers(TenantCluster cluster) {
        int wanted = TenantFacts.wantedWorkers(cluster);
        return wanted == 0 ? "-" : TenantFacts.readyWorkers(cluster) + "/" + wanted;
    }

    static String age(TenantCluster cluster, Instant now) {
        return Ages.between(
                Optional.ofNullable(cluster.getMetadata().getCreationTimestamp())
                        .map(Instant::parse),
                now);
    }
}
