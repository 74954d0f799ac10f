package dev.butlerlabs.adm.status;

import dev.butlerlabs.core.cli.output.AgeFormatter;
import dev.butlerlabs.core.status.AddonObservation;
import dev.butlerlabs.core.status.BackupObservation;
import dev.butlerlabs.core.status.CertificateObservation;
import dev.butlerlabs.core.status.ClusterObservation;
import dev.butlerlabs.core.status.ClusterStatus;
import dev.butlerlabs.core.status.ControllersObservation;
import dev.butlerlabs.core.status.NodeSummary;
import dev.butlerlabs.core.status.PoolObservation;
import dev.butlerlabs.core.status.ProviderObservation;
import dev.butlerlabs.core.status.SourceResult;
import dev.butlerlabs.core.status.StatusChanges;
import dev.butlerlabs.core.status.TalosObservation;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A table of the status, for texts and web pages.
 *
 * @param absence why rows are missing, or what they lack; may be empty
 */
record StatusSection(String title, List<String> header, List<List<String>> rows, String absence) {
    StatusSection {
        header = List.copyOf(header);
        rows = List.copyOf(rows);
    }

    static List<StatusSection> of(ClusterStatus status) {
        ClusterObservation seen = status.observation();
        List<StatusSection> sections = new ArrayList<>();
        sections.add(nodes(status));
        sections.add(
                of("Addons", List.of("name", "deployed", "target", "status"), seen.addons(), StatusSection::addons));
        sections.add(of(
                "Controllers",
                List.of("ready", "leader", "renewed", "image"),
                seen.controllers(),
                found -> List.of(controllers(found))));
        sections.add(of(
                "Providers",
                List.of("namespace", "name", "provider", "status", "reachable", "headroom"),
                seen.providers(),
                StatusSection::providers));
        sections.add(
                of("Pools", List.of("namespace", "name", "used", "free", "total"), seen.pools(), StatusSection::pools));
        sections.add(of(
                "Tenant clusters",
                List.of("phase", "count"),
                seen.tenants(),
                tenants -> StatusChanges.countByPhase(tenants).entrySet().stream()
                        .map(entry -> List.of(entry.getKey(), entry.getValue().toString()))
                        .toList()));
        sections.add(of(
                "Backup schedules",
                List.of("name", "schedule", "status", "last backup", "next"),
                seen.backups(),
                StatusSection::backups));
        sections.add(of(
                "Certificates",
                List.of("kind", "name", "expires", "left"),
                seen.certificates(),
                all -> all.stream().map(one -> certificate(one, seen.at())).toList()));
        return sections;
    }

    private static <T> StatusSection of(
            String title, List<String> header, SourceResult<T> reading, Function<T, List<List<String>>> rows) {
        List<List<String>> found = reading.value().map(rows).orElse(List.of());
        return new StatusSection(
                title, header, found, reading.value().isPresent() && found.isEmpty() ? "none" : reading.absence());
    }

    private static StatusSection nodes(ClusterStatus status) {
        SourceResult<TalosObservation> talos = status.observation().talos();
        String absence = status.observation().nodes().absence();
        String talosAbsence = talos.absence().isEmpty() ? "" : "Talos API " + talos.absence();
        return new StatusSection(
                "Nodes",
                List.of("name", "role", "status", "machine", "etcd", "talos", "kubernetes"),
                status.nodes().stream().map(StatusSection::node).toList(),
                absence.isEmpty() ? talosAbsence : absence);
    }

    private static List<String> node(NodeSummary node) {
        return List.of(
                node.name(),
                orDash(node.role()),
                node.health(),
                orDash(node.machine()),
                orDash(node.etcd()),
                orDash(node.talos()),
                orDash(node.kubernetes()));
    }

    private static String orDash(String text) {
        return text.isEmpty() ? "-" : text;
    }

    private static List<List<String>> addons(List<AddonObservation> addons) {
        return addons.stream()
                .map(addon -> List.of(
                        addon.name(),
                        addon.deployed().orElse("-"),
                        orDash(addon.target()),
                        addon.missing().isEmpty() ? "ready" : addon.isFailed() ? "failed" : "not ready"))
                .toList();
    }

    private static List<String> controllers(ControllersObservation found) {
        Optional<ControllersObservation.Leader> leader = found.leader();
        return List.of(
                "%d/%d".formatted(found.ready(), found.desired().orElse(0)),
                leader.map(ControllersObservation.Leader::identity).orElse("none"),
                leader.map(held -> AgeFormatter.of(held.sinceRenewal()) + " ago")
                        .orElse("-"),
                found.image().orElse("-"));
    }

    private static List<List<String>> providers(List<ProviderObservation> providers) {
        return providers.stream()
                .map(provider -> List.of(
                        provider.namespace(),
                        provider.name(),
                        orDash(provider.provider()),
                        provider.notReady().isEmpty() ? "ready" : "not ready",
                        provider.probe()
                                .value()
                                .map(probe -> "yes, " + probe.version())
                                .orElse("unknown"),
                        provider.probe()
                                .value()
                                .flatMap(ProviderObservation.Probe::headroom)
                                .orElse("unknown")))
                .toList();
    }

    private static List<List<String>> pools(List<PoolObservation> pools) {
        return pools.stream()
                .map(pool -> List.of(
                        pool.namespace(),
                        pool.name(),
                        count(pool, PoolObservation.Usage::used),
                        count(pool, PoolObservation.Usage::free),
                        count(pool, PoolObservation.Usage::total)))
                .toList();
    }

    private static String count(PoolObservation pool, Function<PoolObservation.Usage, Integer> number) {
        return pool.usage().map(number).map(String::valueOf).orElse("-");
    }

    private static List<List<String>> backups(List<BackupObservation> schedules) {
        return schedules.stream()
                .map(schedule -> List.of(
                        schedule.name(),
                        schedule.schedule(),
                        orDash(schedule.phase()),
                        schedule.last().map(Instant::toString).orElse("-"),
                        schedule.next().map(Instant::toString).orElse("-")))
                .toList();
    }

    private static List<String> certificate(CertificateObservation certificate, Instant now) {
        return List.of(
                certificate.kind().toString(),
                certificate.name(),
                certificate.until().truncatedTo(ChronoUnit.SECONDS).toString(),
                AgeFormatter.of(Duration.between(now, certificate.until())));
    }
}
