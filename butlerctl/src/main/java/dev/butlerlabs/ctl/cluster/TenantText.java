package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterStatus;
import dev.butlerlabs.core.cli.output.Column;
import dev.butlerlabs.core.cli.output.OutputPrinter;
import dev.butlerlabs.core.cli.output.TableLayout;
import dev.butlerlabs.core.cli.resource.EventTable;
import dev.butlerlabs.core.tenant.change.TenantEvent;
import dev.butlerlabs.core.tenant.change.TenantMachine;
import dev.butlerlabs.core.tenant.change.TenantSummary;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Formats a tenant cluster as text for people. */
final class TenantText {
    private static final int LABEL = 18;

    private final OutputPrinter printer;
    private final Instant now;

    TenantText(OutputPrinter printer, Instant now) {
        this.printer = printer.forTables();
        this.now = now;
    }

    void facts(TenantCluster cluster) {
        fact("Name", cluster.getMetadata().getName());
        fact("Namespace", cluster.getMetadata().getNamespace());
        fact("Phase", TenantTable.phase(cluster));
        fact("K8s Version", cluster.getSpec().kubernetesVersion());
        TenantSummary.runningVersion(cluster)
                .filter(running -> !running.equals(cluster.getSpec().kubernetesVersion()))
                .ifPresent(running -> fact("Running", running));
        fact("Workers", TenantTable.workers(cluster) + " Ready");
        TenantSummary.endpoint(cluster).ifPresent(endpoint -> fact("Endpoint", endpoint));
        TenantSummary.tenantNamespace(cluster).ifPresent(namespace -> fact("Tenant Namespace", namespace));
        TenantSummary.provider(cluster).ifPresent(provider -> fact("Provider Config", provider));
        fact("Age", TenantTable.age(cluster, now));
        conditions(status(cluster).map(TenantClusterStatus::conditions).orElse(List.of()));
        status(cluster)
                .map(TenantClusterStatus::observedState)
                .map(TenantClusterStatus.ObservedState::addons)
                .ifPresent(this::addons);
    }

    void machines(List<TenantMachine> machines) {
        paragraph("Nodes", machines, MachineTable.LISTING);
    }

    void events(List<TenantEvent> events) {
        paragraph("Events", events, EventTable.at(now));
    }

    private void conditions(List<Condition> conditions) {
        paragraph(
                "Conditions",
                conditions,
                rows(List.of(
                        Column.of("type", Condition::getType),
                        Column.of("status", Condition::getStatus),
                        Column.of("reason", condition -> orDash(condition.getReason())),
                        Column.of("message", condition -> orDash(condition.getMessage())))));
    }

    private void addons(List<TenantClusterStatus.ObservedAddon> addons) {
        paragraph(
                "Addons",
                addons,
                rows(List.of(
                        Column.of("name", TenantClusterStatus.ObservedAddon::name),
                        Column.of("version", TenantClusterStatus.ObservedAddon::version),
                        Column.of("status", addon -> TenantSummary.word(addon.status())))));
    }

    private <T> void paragraph(String title, List<T> rows, TableLayout<T> listing) {
        if (!rows.isEmpty()) {
            printer.text().println();
            printer.text().println(title + ":");
            printer.list(listing, rows);
        }
    }

    private static <T> TableLayout<T> rows(List<Column<T>> columns) {
        return new TableLayout<>(columns, row -> "", row -> Map.of(), (_, _) -> 0, Map.of());
    }

    private void fact(String label, String value) {
        printer.text().println((label + ":" + " ".repeat(LABEL)).substring(0, LABEL) + value);
    }

    private static Optional<TenantClusterStatus> status(TenantCluster cluster) {
        return Optional.ofNullable(cluster.getStatus());
    }

    private static String orDash(String text) {
        return text == null || text.isEmpty() ? "-" : text;
    }
}
