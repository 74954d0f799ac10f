package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.tenant.change.HibernationRules;
import dev.butlerlabs.core.tenant.change.RolloutSettings;
import dev.butlerlabs.core.tenant.change.TenantClusterClient;
import dev.butlerlabs.core.tenant.change.TenantWaitGoal;
import dev.butlerlabs.core.tenant.change.UpgradePath;
import dev.butlerlabs.core.tenant.change.UpgradeSituationReader;
import dev.butlerlabs.core.version.ReleaseVersion;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.LinkedHashMap;
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

    static Releases releases(String version, List<String> via, RolloutSettings rollout) {
        List<InputProblem> problems = new ArrayList<>(rollout.malformed("--max-surge", "--max-unavailable"));
        Optional<ReleaseVersion> wanted = release("--version", version, problems);
        List<ReleaseVersion> stops = via.stream()
                .flatMap(text -> release("--via", text, problems).stream())
                .toList();
        if (!problems.isEmpty()) {
            throw ButlerException.invalid("Invalid upgrade:", problems);
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

    void run(
            ObjectName name,
            Releases releases,
            RolloutSettings requested,
            DryRunMode dryRun,
            boolean waitForTheLast,
            TenantWaitAction await) {
        TenantClusterClient clusters = new TenantClusterClient(client);
        TenantCluster cluster = clusters.get(name);
        RolloutSettings rollout = checked(requested, RolloutSettings.of(cluster));
        HibernationRules.requireAwake(cluster, "upgraded");
        UpgradePath path =
                UpgradePath.plan(new UpgradeSituationReader(client).read(cluster, releases.stops()), releases.wanted());
        say(name, path, rollout, dryRun);
        boolean stores = !RolloutSettings.of(cluster).equals(rollout);
        if (dryRun != DryRunMode.NONE || (path.steps().isEmpty() && !stores)) {
            print(
                    dryRun == DryRunMode.SERVER && (stores || !path.steps().isEmpty())
                            ? clusters.typed(clusters.change(
                                    name, patch(path.steps().stream().findFirst(), requested), true))
                            : cluster);
            return;
        }
        if (path.steps().isEmpty()) {
            clusters.change(name, patch(Optional.empty(), requested), false);
        }
        for (ReleaseVersion step : path.steps()) {
            clusters.change(name, patch(Optional.of(step), requested), false);
            if (waitForTheLast || !step.equals(path.steps().getLast())) {
                await.until(client, name, TenantWaitGoal.version(step.toString()));
            }
        }
        print(clusters.get(name));
    }

    /** Returns the settings that will apply. One that was stored before may not fit to the other one that is requested now. */
    private static RolloutSettings checked(RolloutSettings requested, RolloutSettings stored) {
        RolloutSettings merged = requested.orElse(stored);
        List<InputProblem> problems =
                requested.isDefault() ? List.of() : merged.problems("--max-surge", "--max-unavailable");
        if (!problems.isEmpty()) {
            throw ButlerException.invalid("Invalid upgrade:", problems);
        }
        return merged;
    }

    private static Map<String, Object> patch(Optional<ReleaseVersion> step, RolloutSettings rollout) {
        Map<String, Object> patch = new LinkedHashMap<>();
        step.ifPresent(version -> patch.put("spec", Map.of("kubernetesVersion", version.toString())));
        if (!rollout.isDefault()) {
            patch.put("metadata", Map.of("annotations", rollout.annotations()));
        }
        return patch;
    }

    private void say(ObjectName name, UpgradePath path, RolloutSettings rollout, DryRunMode dryRun) {
        if (!common.isQuiet()) {
            session.messages()
                    .print(
                            path.steps().isEmpty()
                                    ? "TenantCluster %s already runs %s.".formatted(name, path.from())
                                    : "%2$s TenantCluster %1$s: %3$s%4$s."
                                            .formatted(
                                                    name,
                                                    dryRun == DryRunMode.NONE ? "Upgrading" : "Dry run: would upgrade",
                                                    path,
                                                    rollout.isDefault() ? "" : " (workers: %s)".formatted(rollout)));
        }
    }

    private void print(TenantCluster cluster) {
        output.printer(session, common).one(TenantTable.at(session.clock().instant(), true), cluster);
    }
}
