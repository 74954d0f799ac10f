package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterSpec.OperatingSystem;
import dev.butlerlabs.core.api.TenantClusterSpec.Talos;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.tenant.change.HibernationRules;
import dev.butlerlabs.core.tenant.change.TenantClusterClient;
import dev.butlerlabs.core.tenant.change.TenantMachine;
import dev.butlerlabs.core.tenant.change.TenantObjectFinder;
import dev.butlerlabs.core.tenant.change.TenantSummary;
import dev.butlerlabs.core.tenant.change.TenantWaitGoal;
import dev.butlerlabs.core.tenant.change.UpgradePath;
import dev.butlerlabs.core.version.ReleaseVersion;
import dev.butlerlabs.core.version.VersionContract;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Plans an upgrade, prints the plan and runs it. If interrupted, rerunning the command resumes the upgrade. */
record UpgradeAction(CommandContext session, CommonOptions common, OutputOptions output, KubernetesClient client) {
    private static final String FORM = "must be a Kubernetes version such as v1.37.2";

    /**
     * The requested Kubernetes versions.
     *
     * @param stops versions to use for intermediate minor versions
     */
    record Releases(ReleaseVersion wanted, List<ReleaseVersion> stops) {}

    static Releases releases(String version, List<String> via) {
        List<InputProblem> problems = new ArrayList<>();
        Optional<ReleaseVersion> wanted = release("--version", version, problems);
        List<ReleaseVersion> stops = via.stream()
                .flatMap(text -> release("--via", text, problems).stream())
                .toList();
        if (!problems.isEmpty()) {
            throw ButlerException.invalid("Invalid Kubernetes version:", problems);
        }
        return new Releases(wanted.orElseThrow(), stops);
    }

    private static Optional<ReleaseVersion> release(String flag, String text, List<InputProblem> problems) {
        Optional<ReleaseVersion> found =
                ReleaseVersion.find(text).filter(release -> release.toString().equals(text));
        if (found.isEmpty()) {
            problems.add(new InputProblem(flag, "invalid value \"%s\"".formatted(text), FORM));
        }
        return found;
    }

    void run(ObjectName name, Releases releases, DryRunMode dryRun, boolean waitForTheLast, TenantWaitAction await) {
        TenantClusterClient clusters = new TenantClusterClient(client);
        TenantCluster cluster = clusters.get(name);
        HibernationRules.requireAwake(cluster, "upgraded");
        UpgradePath path = UpgradePath.plan(situation(cluster, releases.stops()), releases.wanted());
        say(name, path, dryRun);
        if (dryRun != DryRunMode.NONE || path.steps().isEmpty()) {
            print(
                    dryRun == DryRunMode.SERVER && !path.steps().isEmpty()
                            ? clusters.typed(
                                    clusters.change(name, patch(path.steps().getFirst()), true))
                            : cluster);
            return;
        }
        for (ReleaseVersion step : path.steps()) {
            clusters.change(name, patch(step), false);
            if (waitForTheLast || !step.equals(path.steps().getLast())) {
                await.until(client, name, TenantWaitGoal.version(step.toString()));
            }
        }
        print(clusters.get(name));
    }

    private UpgradePath.Situation situation(TenantCluster cluster, List<ReleaseVersion> stops) {
        String running = TenantSummary.runningVersion(cluster)
                .orElseGet(() -> cluster.getSpec().kubernetesVersion());
        List<ReleaseVersion> workers = new TenantObjectFinder(client)
                .machines(cluster).stream()
                        .flatMap((TenantMachine machine) -> machine.version().stream())
                        .flatMap(text -> ReleaseVersion.find(text).stream())
                        .toList();
        return new UpgradePath.Situation(ReleaseVersion.find(running).orElseThrow(), workers, talos(cluster), stops);
    }

    private static Optional<VersionContract> talos(TenantCluster cluster) {
        return Optional.ofNullable(cluster.getSpec().workers().machineTemplate())
                .flatMap(template -> Optional.ofNullable(template.os()))
                .filter(os -> os.type() == OperatingSystem.Type.TALOS)
                .map(os -> os.talos() == null || os.talos().version() == null
                        ? Talos.DEFAULT_VERSION
                        : os.talos().version())
                .map(VersionContract::parse);
    }

    private static Map<String, Object> patch(ReleaseVersion step) {
        return Map.of("spec", Map.of("kubernetesVersion", step.toString()));
    }

    private void say(ObjectName name, UpgradePath path, DryRunMode dryRun) {
        if (!common.isQuiet()) {
            session.messages()
                    .print(
                            path.steps().isEmpty()
                                    ? "TenantCluster %s already runs %s.".formatted(name, path.from())
                                    : "%2$s TenantCluster %1$s: %3$s."
                                            .formatted(
                                                    name,
                                                    dryRun == DryRunMode.NONE ? "Upgrading" : "Dry run: would upgrade",
                                                    path));
        }
    }

    private void print(TenantCluster cluster) {
        output.printer(session, common).one(TenantTable.at(session.clock().instant(), true), cluster);
    }
}
