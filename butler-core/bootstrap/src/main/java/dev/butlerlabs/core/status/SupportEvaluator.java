package dev.butlerlabs.core.status;

import dev.butlerlabs.core.version.ListedMinor;
import dev.butlerlabs.core.version.MinorVersion;
import dev.butlerlabs.core.version.ReleaseVersion;
import dev.butlerlabs.core.version.VersionList;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Finds Talos and Kubernetes versions that receive no more fixes. */
final class SupportEvaluator {
    private final NextCommands commands;
    private final VersionList versions;
    private final LocalDate today;

    SupportEvaluator(NextCommands commands, VersionList versions, Instant now) {
        this.commands = commands;
        this.versions = versions;
        this.today = LocalDate.ofInstant(now, ZoneOffset.UTC);
    }

    List<StatusProblem> problems(ClusterObservation seen) {
        List<StatusProblem> problems = new ArrayList<>();
        List<NodeObservation> nodes = seen.nodes().value().orElse(List.of());
        String plan = commands.butleradm("upgrade plan");
        warnings(nodes, NodeObservation::talos, release -> versions.talosSupportWarning(release, today))
                .forEach(warning -> problems.add(StatusProblem.notice("nodes", warning, plan)));
        warnings(nodes, NodeObservation::kubernetes, this::kubernetes)
                .forEach(warning -> problems.add(StatusProblem.notice("nodes", warning, plan)));
        problems.addAll(tenants(seen.tenants().value().orElse(List.of())));
        return problems;
    }

    private Optional<String> kubernetes(ReleaseVersion release) {
        return versions.kubernetesSupportWarning(release, today);
    }

    private static Set<String> warnings(
            List<NodeObservation> nodes,
            Function<NodeObservation, Optional<ReleaseVersion>> version,
            Function<ReleaseVersion, Optional<String>> warning) {
        return nodes.stream()
                .flatMap(node -> version.apply(node).stream())
                .flatMap(release -> warning.apply(release).stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private List<StatusProblem> tenants(List<TenantObservation> tenants) {
        Map<String, List<TenantObservation>> byWarning = new TreeMap<>();
        tenants.forEach(tenant -> tenant.kubernetes()
                .flatMap(this::kubernetes)
                .ifPresent(warning -> byWarning
                        .computeIfAbsent(warning, _ -> new ArrayList<>())
                        .add(tenant)));
        return byWarning.entrySet().stream()
                .map(entry ->
                        StatusProblem.notice(subject(entry.getValue()), entry.getKey(), command(entry.getValue())))
                .toList();
    }

    private static String subject(List<TenantObservation> affected) {
        return affected.size() == 1
                ? "tenant cluster " + affected.getFirst().namespace() + "/"
                        + affected.getFirst().name()
                : "%d tenant clusters".formatted(affected.size());
    }

    private String command(List<TenantObservation> affected) {
        TenantObservation first = affected.getFirst();
        return affected.size() == 1
                ? commands.butlerctl("cluster upgrade %s -n %s --version %s --dry-run"
                        .formatted(first.name(), first.namespace(), nextVersion(first)))
                : commands.butlerctl("cluster list -A -o wide");
    }

    /** Returns the newest release of the next minor version: upgrades do not skip one. */
    private ReleaseVersion nextVersion(TenantObservation tenant) {
        ReleaseVersion current = tenant.kubernetes().orElseThrow();
        return versions.kubernetes(new MinorVersion(current.major(), current.minor() + 1))
                .flatMap(ListedMinor::latest)
                .orElseGet(versions::defaultKubernetes);
    }
}
