package dev.butlerlabs.adm.upgrade;

import dev.butlerlabs.adm.status.StatusTargetOptions;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.upgrade.ClusterVersionReader;
import dev.butlerlabs.core.upgrade.ClusterVersions;
import dev.butlerlabs.core.upgrade.UpgradePlan;
import dev.butlerlabs.core.upgrade.UpgradeTarget;
import dev.butlerlabs.core.version.VersionList;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Prints the steps of an upgrade and what prevents it. */
@Command(
        name = "plan",
        description = {
            "Print every step of an upgrade, with the reason, and what prevents it. Changes nothing.",
            "Without a version, plans the newest Talos and Kubernetes version that work together.",
            "Exits with 3 if something prevents the upgrade."
        },
        footer = {
            "  butleradm upgrade plan demo",
            "  butleradm upgrade plan --talos v1.14.1 --kubernetes v1.37.2 --platform",
            "  butleradm upgrade plan -o json"
        })
final class UpgradePlanCommand implements Callable<Integer> {
    /** The time limit of each request. */
    static final Duration READ_LIMIT = Duration.ofSeconds(20);

    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private StatusTargetOptions selection = new StatusTargetOptions();

    @Mixin
    private UpgradeTargetOptions versions = new UpgradeTargetOptions();

    UpgradePlanCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        VersionList list = VersionList.current();
        UpgradeTarget target = versions.target(list);
        UpgradePlan plan;
        try (KubernetesClient client = selection.target(session).connect(READ_LIMIT)) {
            ClusterVersions cluster = new ClusterVersionReader(client).read();
            plan = UpgradePlan.of(
                    cluster,
                    target,
                    versions.includesPlatform(),
                    list,
                    LocalDate.ofInstant(session.clock().instant(), ZoneOffset.UTC));
        }
        print(plan);
        return plan.blockers().isEmpty() ? 0 : ErrorKind.INVALID.exitCode();
    }

    private void print(UpgradePlan plan) {
        if (output.format().isDocument()) {
            output.printer(session, common).document(UpgradePlanPrinter.document(plan));
        } else {
            UpgradePlanPrinter.print(plan, session.terminal().out());
        }
    }
}
