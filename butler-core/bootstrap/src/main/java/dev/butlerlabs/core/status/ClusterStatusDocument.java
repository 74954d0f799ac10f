package dev.butlerlabs.core.status;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The status of a cluster as a tree for JSON and YAML. A source that was not read has the field {@code unknown} or {@code skipped}. */
public final class ClusterStatusDocument {
    private ClusterStatusDocument() {}

    public static Map<String, Object> of(ClusterStatus status) {
        ClusterObservation seen = status.observation();
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("server", seen.server());
        document.put("time", seen.at().truncatedTo(ChronoUnit.SECONDS).toString());
        document.put("health", status.health().toString());
        document.put("problems", list(status.problems(), ClusterStatusDocument::problem));
        document.put("nodes", nodes(status));
        document.put("etcd", source(seen.talos(), talos -> source(talos.etcd(), members -> members(talos))));
        document.put("addons", source(seen.addons(), addons -> list(addons, ClusterStatusDocument::addon)));
        document.put("controllers", source(seen.controllers(), ClusterStatusDocument::controllers));
        document.put("providers", source(seen.providers(), all -> list(all, ClusterStatusDocument::provider)));
        document.put("pools", source(seen.pools(), all -> list(all, ClusterStatusDocument::pool)));
        document.put("tenantClusters", source(seen.tenants(), ClusterStatusDocument::tenants));
        document.put("backupSchedules", source(seen.backups(), all -> list(all, ClusterStatusDocument::backup)));
        document.put("certificates", source(seen.certificates(), all -> list(all, ClusterStatusDocument::certificate)));
        return document;
    }

    private static <T> Object source(SourceResult<T> reading, Function<T, Object> value) {
        return switch (reading) {
            case SourceResult.Known<T>(T content) -> value.apply(content);
            case SourceResult.Unknown<T> unknown -> Map.of("unknown", unknown.because());
            case SourceResult.Skipped<T>(String because) -> Map.of("skipped", because);
        };
    }

    private static <T> List<Map<String, Object>> list(List<T> all, Function<T, Map<String, Object>> document) {
        return all.stream().map(document).toList();
    }

    private static Map<String, Object> problem(StatusProblem problem) {
        return tree(
                "severity", problem.severity().toString(),
                "subject", problem.subject(),
                "message", problem.message(),
                "command", problem.command());
    }

    /** Machines are listed also if Kubernetes was not read. */
    private static Object nodes(ClusterStatus status) {
        return status.nodes().isEmpty()
                ? source(status.observation().nodes(), _ -> List.of())
                : list(
                        status.nodes(),
                        node -> tree(
                                "name", node.name(),
                                "role", node.role(),
                                "status", node.health(),
                                "machine", node.machine(),
                                "talos", node.talos(),
                                "kubernetes", node.kubernetes(),
                                "etcd", node.etcd()));
    }

    private static Object members(TalosObservation talos) {
        return list(
                talos.etcd().value().orElse(List.of()),
                member -> tree("name", member.hostname(), "learner", member.learner()));
    }

    private static Map<String, Object> addon(AddonObservation addon) {
        return tree(
                "name", addon.name(),
                "deployed", addon.deployed().orElse(""),
                "target", addon.target(),
                "ready", addon.missing().isEmpty(),
                "message", addon.missing().orElse(""));
    }

    private static Map<String, Object> controllers(ControllersObservation controllers) {
        Optional<ControllersObservation.Leader> leader = controllers.leader();
        Map<String, Object> document = tree(
                "desired", controllers.desired().orElse(0),
                "ready", controllers.ready(),
                "image", controllers.image().orElse(""),
                "leader", leader.map(ControllersObservation.Leader::identity).orElse(""),
                "leaseExpired",
                        leader.map(ControllersObservation.Leader::isExpired).orElse(true));
        controllers
                .shards()
                .ifPresent(shards -> document.put(
                        "shards", tree("count", shards.count(), "holders", shards.holders(), "free", shards.free())));
        return document;
    }

    private static Map<String, Object> provider(ProviderObservation provider) {
        return tree(
                "namespace", provider.namespace(),
                "name", provider.name(),
                "provider", provider.provider(),
                "ready", provider.notReady().isEmpty(),
                "message", provider.notReady().orElse(""),
                "connection",
                        source(
                                provider.probe(),
                                probe -> tree(
                                        "version", probe.version(),
                                        "headroom", probe.headroom().orElse(""),
                                        "failures", probe.failures())));
    }

    private static Map<String, Object> pool(PoolObservation pool) {
        Optional<PoolObservation.Usage> usage = pool.usage();
        return tree(
                "namespace", pool.namespace(),
                "name", pool.name(),
                "total", usage.map(PoolObservation.Usage::total).orElse(0),
                "used", usage.map(PoolObservation.Usage::used).orElse(0),
                "free", usage.map(PoolObservation.Usage::free).orElse(0));
    }

    private static Map<String, Object> tenants(List<TenantObservation> tenants) {
        return tree(
                "byPhase", StatusChanges.countByPhase(tenants),
                "items",
                        list(
                                tenants,
                                tenant -> tree(
                                        "namespace", tenant.namespace(),
                                        "name", tenant.name(),
                                        "phase", tenant.phase(),
                                        "message", tenant.message())));
    }

    private static Map<String, Object> backup(BackupObservation schedule) {
        return tree(
                "name", schedule.name(),
                "schedule", schedule.schedule(),
                "phase", schedule.phase(),
                "lastBackup", schedule.last().map(Instant::toString).orElse(""),
                "nextTime", schedule.next().map(Instant::toString).orElse(""),
                "message", schedule.failure().orElse(""));
    }

    private static Map<String, Object> certificate(CertificateObservation certificate) {
        return tree(
                "kind", certificate.kind().toString(),
                "name", certificate.name(),
                "until", certificate.until().truncatedTo(ChronoUnit.SECONDS).toString());
    }

    private static Map<String, Object> tree(Object... fields) {
        Map<String, Object> tree = new LinkedHashMap<>();
        for (int i = 0; i < fields.length; i += 2) {
            tree.put(fields[i].toString(), fields[i + 1]);
        }
        return tree;
    }
}
