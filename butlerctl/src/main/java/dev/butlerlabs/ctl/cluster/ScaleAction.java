package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.progress.CountFormatter;
import dev.butlerlabs.core.tenant.change.TenantClusterClient;
import dev.butlerlabs.core.tenant.change.TenantSummary;
import dev.butlerlabs.core.tenant.change.TenantWaitGoal;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Optional;

/** Changes the number of workers of a tenant cluster and prints the result. */
record ScaleAction(CommandContext session, CommonOptions common, OutputOptions output, KubernetesClient client) {
    static int count(String text) {
        if (text.matches("[0-9]{1,9}") && Integer.parseInt(text) > 0) {
            return Integer.parseInt(text);
        }
        throw ButlerException.invalid(
                "Invalid number of workers:",
                List.of(new InputProblem(
                        "--workers", "invalid value \"%s\"".formatted(text), "must be a whole number, 1 or more")));
    }

    void run(ObjectName name, int wanted, DryRunMode dryRun, Optional<TenantWaitAction> await) {
        TenantClusterClient clusters = new TenantClusterClient(client);
        TenantCluster cluster = clusters.get(name);
        int before = TenantSummary.wantedWorkers(cluster);
        boolean changes = before != wanted && dryRun != DryRunMode.CLIENT;
        TenantCluster now = changes ? clusters.scale(cluster, wanted, dryRun == DryRunMode.SERVER) : cluster;
        say(name, before, wanted, dryRun);
        TenantCluster result = await.filter(_ -> dryRun == DryRunMode.NONE)
                .flatMap(wait -> wait.until(client, name, TenantWaitGoal.workers(wanted)))
                .orElse(now);
        output.printer(session, common).one(TenantTable.at(session.clock().instant(), true), result);
    }

    private void say(ObjectName name, int before, int wanted, DryRunMode dryRun) {
        if (common.isQuiet()) {
            return;
        }
        String sentence = before == wanted
                ? "TenantCluster %s already has %s.".formatted(name, CountFormatter.of(wanted, "worker"))
                : dryRun == DryRunMode.NONE
                        ? "Scaling TenantCluster %s from %d to %s."
                                .formatted(name, before, CountFormatter.of(wanted, "worker"))
                        : "Dry run: would scale TenantCluster %s from %d to %s."
                                .formatted(name, before, CountFormatter.of(wanted, "worker"));
        session.messages().print(sentence);
    }
}
