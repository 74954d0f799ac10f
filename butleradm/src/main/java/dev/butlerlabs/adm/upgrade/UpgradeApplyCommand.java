package dev.butlerlabs.adm.upgrade;

import dev.butlerlabs.adm.backup.PrecedingBackupOptions;
import dev.butlerlabs.adm.status.StatusTarget;
import dev.butlerlabs.adm.status.StatusTargetOptions;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConsentOptions;
import dev.butlerlabs.core.cli.DurationConverter;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.progress.ProgressDisplay;
import dev.butlerlabs.core.cli.progress.RunReporter;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.core.rollout.ManagementBootstrapReader;
import dev.butlerlabs.core.rollout.UpgradeTimeouts;
import dev.butlerlabs.core.upgrade.ClusterVersionReader;
import dev.butlerlabs.core.upgrade.UpgradePlan;
import dev.butlerlabs.core.upgrade.UpgradeTarget;
import dev.butlerlabs.core.version.VersionList;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Upgrades a management cluster. */
@Command(
        name = "apply",
        description = {
            "Upgrade Talos, Kubernetes and the platform addons, one node at a time. Stops at the first node that does not become healthy.",
            "Creates and verifies a backup first, or requires --no-backup.",
            "Without a version, upgrades to the newest Talos and Kubernetes version that work together. If interrupted, rerun the command to resume."
        },
        footer = {
            "  butleradm upgrade apply demo --backup-to /backups --key-file key",
            "  butleradm upgrade apply demo --talos v1.14.1 --no-backup --yes",
            "  butleradm upgrade apply demo --rehearsal --no-backup --yes -o json"
        })
final class UpgradeApplyCommand implements Runnable {
    private static final String CANCELLED =
            "Nodes that were upgraded keep their new version; to resume, run the same command again.";

    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private StatusTargetOptions selection = new StatusTargetOptions();

    @Mixin
    private UpgradeTargetOptions versions = new UpgradeTargetOptions();

    @Mixin
    private PrecedingBackupOptions backups = new PrecedingBackupOptions();

    @Mixin
    private ConsentOptions consent = new ConsentOptions();

    @Option(
            names = "--node-timeout",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            description = "Time limit for each change of a node, such as 30m (default: 30m).")
    private Optional<Duration> nodeTimeout = Optional.empty();

    UpgradeApplyCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        VersionList list = VersionList.current();
        UpgradeTarget target = versions.target(list);
        StatusTarget cluster = selection.target(session);
        Path talosconfig = cluster.talosconfig()
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.INVALID_INPUT, "No talosconfig found for the cluster.", "Pass --talosconfig FILE."));
        try (KubernetesClient client = cluster.connect(UpgradePlanCommand.READ_LIMIT)) {
            UpgradePlan plan = plan(client, list, target);
            requireNoBlockers(plan);
            boolean isReached = plan.hops().isEmpty() && plan.addons().isEmpty() && !versions.includesPlatform();
            if (isReached && !ManagementBootstrapReader.hasUnfinishedUpgrade(client, plan.cluster())) {
                print(plan, 0, Duration.ZERO);
                return;
            }
            if (!output.format().isDocument()) {
                UpgradePlanPrinter.print(plan, session.terminal().out());
                session.terminal().out().flush();
            }
            Optional<PrecedingBackupOptions.Backup> backup = backups.backup(session, cluster);
            consent.prompts(session).confirm("Upgrade the cluster?");
            UpgradeApplyAction.Result result;
            try (ProgressDisplay display = common.screen(
                    session, output.format(), cluster.name().orElse(""), "Ctrl-C stops; the same command resumes.")) {
                result = RunReporter.report(display, session.clock(), "upgrade", CANCELLED, progress -> {
                    backup.ifPresent(preceding ->
                            progress.message("Backup written to %s.".formatted(preceding.create(progress))));
                    return upgrade(client, talosconfig, list, target, progress);
                });
            }
            print(plan, result.changes(), result.duration());
        }
    }

    private UpgradePlan plan(KubernetesClient client, VersionList list, UpgradeTarget target) {
        return UpgradePlan.of(
                new ClusterVersionReader(client).read(),
                target,
                versions.includesPlatform(),
                list,
                LocalDate.ofInstant(session.clock().instant(), ZoneOffset.UTC));
    }

    /** A node that is not ready may still be restarting because of an interrupted upgrade, so the run itself decides about it. */
    private static void requireNoBlockers(UpgradePlan plan) {
        List<InputProblem> problems = plan.blockers().stream()
                .filter(blocker -> !blocker.canPass())
                .map(blocker -> new InputProblem("cluster", blocker.sentence(), blocker.fix()))
                .toList();
        if (!problems.isEmpty()) {
            throw ButlerException.invalid("The cluster cannot be upgraded:", problems);
        }
    }

    private UpgradeApplyAction.Result upgrade(
            KubernetesClient client,
            Path talosconfig,
            VersionList list,
            UpgradeTarget target,
            ProgressReporter progress) {
        UpgradeTimeouts standard = UpgradeTimeouts.standard();
        UpgradeApplyAction action = new UpgradeApplyAction(
                client,
                talosconfig,
                list,
                nodeTimeout.map(standard::withNode).orElse(standard),
                progress,
                session.clock());
        return action.run(target, versions.includesPlatform());
    }

    private void print(UpgradePlan plan, int changes, Duration duration) {
        String talos = plan.target().talos().orElseThrow().toString();
        String kubernetes = plan.target().kubernetes().orElseThrow().toString();
        if (output.format().isDocument()) {
            Map<String, Object> document = new LinkedHashMap<>();
            document.put("talos", talos);
            document.put("kubernetes", kubernetes);
            document.put("changes", changes);
            document.put("seconds", duration.toSeconds());
            output.printer(session, common).document(document);
            return;
        }
        session.terminal()
                .out()
                .println(
                        changes == 0 && plan.hops().isEmpty() && !versions.includesPlatform()
                                ? "Nothing to upgrade: all nodes run Talos %s and Kubernetes %s."
                                        .formatted(talos, kubernetes)
                                : "The cluster runs Talos %s and Kubernetes %s.".formatted(talos, kubernetes));
    }
}
