package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.Session;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.Problem;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.progress.CountText;
import dev.butlerlabs.core.tenant.change.Goal;
import dev.butlerlabs.core.tenant.change.TenantClusters;
import dev.butlerlabs.core.tenant.change.TenantFacts;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Changes the number of workers of a tenant cluster and prints the result. */
record Scaling(Session session, CommonOptions common, OutputOptions output, KubernetesClient client) {
    static int count(String text) {
        if (text.matches("[0-9]{1,9}") && Integer.parseInt(text) > 0) {
            return Integer.parseInt(text);
        }
        throw ButlerException.invalid(
                "Invalid number of workers:",
                List.of(new Problem("--workers", "invalid value \"%s\"".formatted(text), "must be 1 or more")));
    }

    void run(ObjectName name, int wanted, DryRun dryRun, Optional<Await> await) {
        TenantClusters clusters = new TenantClusters(client);
        TenantCluster cluster = clusters.get(name);
        int before = TenantFacts.wantedWorkers(cluster);
        boolean changes = before != wanted && dryRun != DryRun.CLIENT;
        TenantCluster now = changes
                ? clusters.typed(clusters.change(
                        name, Map.of("spec", Map.of("workers", Map.of("replicas", wanted))), dryRun == DryRun.SERVER))
                : cluster;
        say(name, before, wanted, dryRun);
        TenantCluster result = await.filter(_ -> dryRun == DryRun.NONE)
                .flatMap(wait -> wait.until(client, name, Goal.workers(wanted)))
                .orElse(now);
        output.printer(session, common).one(TenantListing.at(session.clock().instant(), true), result);
    }

    private void say(ObjectName name, int before, int wanted, DryRun dryRun) {
        if (common.isQuiet()) {
            return;
        }
        String sentence = before == wanted
                ? "TenantCluster %s already has %s.".formatted(name, CountText.of(wanted, "worker"))
                : dryRun == DryRun.NONE
                        ? "Scaling TenantCluster %s from %d to %s."
                                .formatted(name, before, CountText.of(wanted, "worker"))
                        : "Dry run: would scale TenantCluster %s from %d to %s."
                                .formatted(name, before, CountText.of(wanted, "worker"));
        session.messages().print(sentence);
    }
}
