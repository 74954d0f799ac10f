package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.progress.CountFormatter;
import dev.butlerlabs.core.tenant.change.HibernationAnnotation;
import dev.butlerlabs.core.tenant.change.HibernationRules;
import dev.butlerlabs.core.tenant.change.TenantClusterClient;
import dev.butlerlabs.core.tenant.change.TenantSummary;
import dev.butlerlabs.core.tenant.change.TenantWaitGoal;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Map;
import java.util.Optional;

/** Hibernates or wakes a tenant cluster and prints the result. A request that is already made is not repeated. */
record HibernationAction(CommandContext session, CommonOptions common, OutputOptions output, KubernetesClient client) {
    void hibernate(ObjectName name, DryRunMode dryRun, Optional<TenantWaitAction> await) {
        TenantCluster cluster = new TenantClusterClient(client).get(name);
        Optional<String> since = HibernationAnnotation.since(cluster);
        if (since.isEmpty()) {
            HibernationRules.requireHibernatable(cluster);
        }
        say(since.map(time -> "Hibernation of TenantCluster %s was already requested at %s.".formatted(name, time))
                .orElseGet(() -> "%s TenantCluster %s with %s."
                        .formatted(
                                dryRun == DryRunMode.NONE ? "Hibernating" : "Dry run: would hibernate",
                                name,
                                CountFormatter.of(TenantSummary.wantedWorkers(cluster), "worker"))));
        TenantCluster now = since.isPresent()
                ? cluster
                : change(
                        cluster, HibernationAnnotation.hibernate(session.clock().instant()), dryRun);
        finish(name, now, TenantWaitGoal.hibernated(), await.filter(_ -> dryRun == DryRunMode.NONE));
    }

    void wake(ObjectName name, DryRunMode dryRun, Optional<TenantWaitAction> await) {
        TenantCluster cluster = new TenantClusterClient(client).get(name);
        boolean asleep = HibernationAnnotation.isRequested(cluster);
        int workers = TenantSummary.wantedWorkers(cluster);
        if (asleep) {
            HibernationRules.requireWakeable(cluster);
        }
        say(
                asleep
                        ? "%s TenantCluster %s with %s."
                                .formatted(
                                        dryRun == DryRunMode.NONE ? "Waking" : "Dry run: would wake",
                                        name,
                                        CountFormatter.of(workers, "worker"))
                        : "TenantCluster %s is not hibernated.".formatted(name));
        TenantCluster now = asleep ? change(cluster, HibernationAnnotation.wake(), dryRun) : cluster;
        finish(name, now, TenantWaitGoal.workers(workers), await.filter(_ -> dryRun == DryRunMode.NONE));
    }

    private TenantCluster change(TenantCluster cluster, Map<String, Object> patch, DryRunMode dryRun) {
        TenantClusterClient clusters = new TenantClusterClient(client);
        return dryRun == DryRunMode.CLIENT
                ? cluster
                : clusters.typed(clusters.change(ObjectName.from(cluster), patch, dryRun == DryRunMode.SERVER));
    }

    private void finish(ObjectName name, TenantCluster now, TenantWaitGoal goal, Optional<TenantWaitAction> await) {
        TenantCluster result =
                await.flatMap(wait -> wait.until(client, name, goal)).orElse(now);
        output.printer(session, common).one(TenantTable.at(session.clock().instant(), true), result);
    }

    private void say(String sentence) {
        if (!common.isQuiet()) {
            session.messages().print(sentence);
        }
    }
}
