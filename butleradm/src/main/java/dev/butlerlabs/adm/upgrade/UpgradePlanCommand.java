package dev.butlerlabs.adm.upgrade;

import dev.butlerlabs.adm.management.ManagementClusterConnection;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.output.OutputFormat;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.upgrade.ClusterVersionReader;
import dev.butlerlabs.core.upgrade.ClusterVersions;
import dev.butlerlabs.core.upgrade.UpgradePlan;
import dev.butlerlabs.core.upgrade.UpgradeTarget;
import dev.butlerlabs.core.version.ReleaseVersion;
import dev.butlerlabs.core.version.VersionList;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Prints the steps of an upgrade and what prevents it. */
@Command(
        name = "plan",
        description = {
            "Print every step of an upgrade, with the reason, and what prevents it. Changes nothing.",
            "Without a version, plans the newest Talos and Kubernetes version that work together.",
            "Exits with 3 if something prevents the upgrade."
        },
        footer = {
            "  butleradm upgrade plan",
            "  butleradm upgrade plan --talos v1.14.1 --kubernetes v1.37.2 --platform",
            "  butleradm upgrade plan -o json"
        })
final class UpgradePlanCommand implements Callable<Integer> {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Option(names = "--talos", paramLabel = "VERSION", description = "Talos version to upgrade to, such as v1.14.1.")
    private Optional<String> talos = Optional.empty();

    @Option(
            names = "--kubernetes",
            paramLabel = "VERSION",
            description = "Kubernetes version to upgrade to, such as v1.37.2.")
    private Optional<String> kubernetes = Optional.empty();

    @Option(names = "--platform", description = "Include the platform addons.")
    private boolean platform;

    UpgradePlanCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        VersionList list = VersionList.current();
        UpgradeTarget target = target(list);
        UpgradePlan plan;
        try (KubernetesClient client = ManagementClusterConnection.connect(session, connection)) {
            ClusterVersions versions = new ClusterVersionReader(client).read();
            plan = UpgradePlan.of(
                    versions,
                    target,
                    platform,
                    list,
                    LocalDate.ofInstant(session.clock().instant(), ZoneOffset.UTC));
        }
        print(plan);
        return plan.blockers().isEmpty() ? 0 : ErrorKind.INVALID.exitCode();
    }

    private UpgradeTarget target(VersionList list) {
        List<InputProblem> problems = new ArrayList<>();
        Optional<ReleaseVersion> wantedTalos = release("--talos", talos, list.defaultTalos(), problems);
        Optional<ReleaseVersion> wantedKubernetes =
                release("--kubernetes", kubernetes, list.defaultKubernetes(), problems);
        if (!problems.isEmpty()) {
            throw ButlerException.invalid("Invalid version:", problems);
        }
        boolean isNewest = talos.isEmpty() && kubernetes.isEmpty() && !platform;
        return isNewest
                ? new UpgradeTarget(Optional.of(list.defaultTalos()), Optional.of(list.defaultKubernetes()))
                : new UpgradeTarget(wantedTalos, wantedKubernetes);
    }

    private static Optional<ReleaseVersion> release(
            String option, Optional<String> text, ReleaseVersion example, List<InputProblem> problems) {
        Optional<ReleaseVersion> found = text.flatMap(ReleaseVersion::find)
                .filter(release -> release.toString().equals(text.get()));
        if (text.isPresent() && found.isEmpty()) {
            problems.add(new InputProblem(
                    option,
                    "invalid value \"%s\"".formatted(text.get()),
                    "must be a version such as %s".formatted(example)));
        }
        return found;
    }

    private void print(UpgradePlan plan) {
        if (output.format() == OutputFormat.JSON || output.format() == OutputFormat.YAML) {
            output.printer(session, common).document(UpgradePlanPrinter.document(plan));
        } else {
            UpgradePlanPrinter.print(plan, session.terminal().out());
        }
    }
}
