package dev.butlerlabs.core.status;

import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.version.VersionList;
import java.util.ArrayList;
import java.util.List;

/** Decides which problems a management cluster has, and how healthy it is. Pure functions. */
public final class StatusEvaluator {
    private static final String TALOS = "Talos machines";

    private final NextCommands commands;
    private final VersionList versions;

    public StatusEvaluator(NextCommands commands, VersionList versions) {
        this.commands = commands;
        this.versions = versions;
    }

    public ClusterStatus evaluate(ClusterObservation seen) {
        List<StatusProblem> problems = new ArrayList<>();
        boolean isUnreachable = seen.kubernetesSources().allMatch(SourceResult::isUnknown);
        if (isUnreachable) {
            problems.add(unreachable(seen));
            unknown(TALOS, seen.talos(), problems);
        } else {
            unknownSources(seen, problems);
        }
        NodeEvaluator nodes = new NodeEvaluator(commands);
        seen.nodes().value().ifPresent(known -> problems.addAll(nodes.nodes(known, seen.talos())));
        seen.talos().value().ifPresent(talos -> {
            problems.addAll(nodes.machines(talos));
            problems.addAll(new EtcdEvaluator(commands).problems(seen.nodes(), talos));
        });
        PlatformEvaluator platform = new PlatformEvaluator(commands, seen.at());
        seen.addons().value().ifPresent(known -> problems.addAll(platform.addons(known)));
        seen.controllers().value().ifPresent(known -> problems.addAll(platform.controllers(known)));
        seen.providers().value().ifPresent(known -> problems.addAll(platform.providers(known)));
        seen.pools().value().ifPresent(known -> problems.addAll(platform.pools(known)));
        seen.tenants().value().ifPresent(known -> problems.addAll(platform.tenants(known)));
        seen.backups()
                .value()
                .ifPresent(known -> problems.addAll(new BackupEvaluator(commands, seen.at()).problems(known)));
        seen.certificates()
                .value()
                .ifPresent(known -> problems.addAll(new CertificateEvaluator(commands, seen.at()).problems(known)));
        problems.addAll(new SupportEvaluator(commands, versions, seen.at()).problems(seen));
        problems.sort(null);
        return new ClusterStatus(
                seen, health(isUnreachable, problems), problems, NodeSummary.of(seen.nodes(), seen.talos()));
    }

    private static ClusterHealth health(boolean isUnreachable, List<StatusProblem> problems) {
        if (isUnreachable) {
            return ClusterHealth.UNREACHABLE;
        }
        return problems.stream().anyMatch(problem -> problem.severity().isDegrading())
                ? ClusterHealth.DEGRADED
                : ClusterHealth.HEALTHY;
    }

    private StatusProblem unreachable(ClusterObservation seen) {
        return StatusProblem.critical(
                "Kubernetes API",
                "%s cannot be read: %s".formatted(seen.server(), because(seen.nodes())),
                isDenied(seen.nodes()) ? commands.kubectl("auth whoami") : commands.kubectl("get --raw /readyz"));
    }

    private static boolean isDenied(SourceResult<?> reading) {
        return reading instanceof SourceResult.Unknown<?> unknown
                && unknown.code().kind() == ErrorKind.DENIED;
    }

    private static String because(SourceResult<?> reading) {
        return reading instanceof SourceResult.Unknown<?> unknown ? unknown.because() : "";
    }

    private void unknownSources(ClusterObservation seen, List<StatusProblem> problems) {
        unknown("nodes", seen.nodes(), problems);
        unknown(TALOS, seen.talos(), problems);
        unknown("addons", seen.addons(), problems);
        unknown("controllers", seen.controllers(), problems);
        unknown("providers", seen.providers(), problems);
        unknown("pools", seen.pools(), problems);
        unknown("tenant clusters", seen.tenants(), problems);
        unknown("backup schedules", seen.backups(), problems);
        unknown("certificates", seen.certificates(), problems);
    }

    private void unknown(String subject, SourceResult<?> reading, List<StatusProblem> problems) {
        if (reading instanceof SourceResult.Unknown<?> unknown) {
            problems.add(new StatusProblem(
                    ProblemSeverity.UNKNOWN,
                    subject,
                    reading.absence(),
                    retry(subject, unknown.code().kind())));
        }
    }

    private String retry(String subject, ErrorKind kind) {
        if (subject.equals(TALOS) && kind != ErrorKind.TIMEOUT) {
            return commands.talosctl("config info");
        }
        return kind == ErrorKind.DENIED ? commands.kubectl("auth whoami") : commands.status("--timeout 1m");
    }
}
