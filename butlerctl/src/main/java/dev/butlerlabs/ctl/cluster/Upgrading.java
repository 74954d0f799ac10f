package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterSpec.OperatingSystem;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.Session;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.Problem;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.tenant.change.Goal;
import dev.butlerlabs.core.tenant.change.Release;
import dev.butlerlabs.core.tenant.change.TenantClusters;
import dev.butlerlabs.core.tenant.change.TenantFacts;
import dev.butlerlabs.core.tenant.change.TenantMachine;
import dev.butlerlabs.core.tenant.change.TenantParts;
import dev.butlerlabs.core.tenant.change.UpgradePath;
import dev.butlerlabs.core.version.VersionContract;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Plans an upgrade, prints the plan and runs it. If interrupted, rerunning the command resumes the upgrade. */
record Upgrading(Session session, CommonOptions common, OutputOptions output, KubernetesClient client) {
    private static final String FORM = "must be a Kubernetes version such as v1.31.4";
    private static final String OLDEST_TALOS_DEFAULT = "v1.9.3";

    /**
     * The requested Kubernetes versions.
     *
     * @param stops versions to use for intermediate minor versions
     */
    record Releases(Release wanted, List<Release> stops) {}

    static Releases releases(String version, List<String> via) {
        List<Problem> problems = new ArrayList<>();
        Optional<Release> wanted = release("--version", version, problems);
        List<Release> stops = via.stream()
                .flatMap(text -> release("--via", text, problems).stream())
                .toList();
        if (!problems.isEmpty()) {
            throw ButlerException.invalid("Invalid Kubernetes version:", problems);
        }
        return new Releases(wanted.orElseThrow(), stops);
    }

    private static Optional<Release> release(String flag, String text, List<Problem> problems) {
        Optional<Release> found =
                Release.find(text).filter(release -> release.toString().equals(text));
        if (found.isEmpty()) {
            problems.add(new Problem(flag, "invalid value \"%s\"".formatted(text), FORM));
        }
        return found;
    }

    void run(ObjectName name, Releases releases, DryRun dryRun, boolean waitForTheLast, Await await) {
        TenantClusters clusters = new TenantClusters(client);
        TenantCluster cluster = clusters.get(name);
        UpgradePath path = UpgradePath.plan(situation(cluster, releases.stops()), releases.wanted());
        say(name, path, dryRun);
        if (dryRun != DryRun.NONE || path.steps().isEmpty()) {
            print(
                    dryRun == DryRun.SERVER && !path.steps().isEmpty()
                            ? clusters.typed(
                                    clusters.change(name, patch(path.steps().getFirst()), true))
                            : cluster);
            return;
        }
        for (Release step : path.steps()) {
            clusters.change(name, patch(step), false);
            if (waitForTheLast || !step.equals(path.steps().getLast())) {
                await.until(client, name, Goal.version(step.toString()));
            }
        }
        print(clusters.get(name));
    }

    private UpgradePath.Situation situation(TenantCluster cluster, List<Release> stops) {
        String running = TenantFacts.runningVersion(cluster)
                .orElseGet(() -> cluster.getSpec().kubernetesVersion());
        List<Release> workers = new TenantParts(client)
                .machines(cluster).stream()
                        .flatMap((TenantMachine machine) -> machine.version().stream())
                        .flatMap(text -> Release.find(text).stream())
                        .toList();
        return new UpgradePath.Situation(Release.find(running).orElseThrow(), workers, talos(cluster), stops);
    }

    private static Optional<VersionContract> talos(TenantCluster cluster) {
        return Optional.ofNullable(cluster.getSpec().workers().machineTemplate())
                .flatMap(template -> Optional.ofNullable(template.os()))
                .filter(os -> os.type() == OperatingSystem.Type.TALOS)
                .map(os -> os.talos() == null || os.talos().version() == null
                        ? OLDEST_TALOS_DEFAULT
                        : os.talos().version())
                .map(VersionContract::parse);
    }

    private static Map<String, Object> patch(Release step) {
        return Map.of("spec", Map.of("kubernetesVersion", step.toString()));
    }

    private void say(ObjectName name, UpgradePath path, DryRun dryRun) {
        if (!common.isQuiet()) {
            session.messages()
                    .print(
                            path.steps().isEmpty()
                                    ? "TenantCluster %s already runs %s.".formatted(name, path.from())
                                    : "%2$s TenantCluster %1$s: %3$s."
                                            .formatted(
                                                    name,
                                                    dryRun == DryRun.NONE ? "Upgrading" : "Dry run: would upgrade",
                                                    path));
        }
    }

    private void print(TenantCluster cluster) {
        output.printer(session, common).one(TenantListing.at(session.clock().instant(), true), cluster);
    }
}
