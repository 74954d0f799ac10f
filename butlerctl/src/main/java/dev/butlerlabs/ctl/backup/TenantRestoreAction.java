package dev.butlerlabs.ctl.backup;

import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.backup.content.BackupReader;
import dev.butlerlabs.core.backup.content.TenantContent;
import dev.butlerlabs.core.backup.restore.TenantContentRestorer;
import dev.butlerlabs.core.backup.tenant.TenantAccess;
import dev.butlerlabs.core.backup.tenant.TenantRecreator;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.progress.ProgressDisplay;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.core.tenant.change.TenantClusterClient;
import dev.butlerlabs.ctl.cluster.TenantWaitAction;
import io.fabric8.kubernetes.client.KubernetesClient;

/** Restores the content of a tenant cluster into a TenantCluster, which is created if it does not exist. */
record TenantRestoreAction(
        CommandContext session, KubernetesClient management, TenantAccess access, TenantWaitAction await) {
    boolean exists(ObjectName target) {
        return new TenantClusterClient(management).find(target).isPresent();
    }

    TenantContentRestorer.Result restore(
            BackupReader backup, TenantContent content, ObjectName target, boolean forces) {
        TenantRecreator recreator = new TenantRecreator(management, backup, content);
        TenantCluster cluster = new TenantClusterClient(management)
                .find(target)
                .filter(found -> !recreator.hasCreated(found))
                .orElseGet(() -> {
                    recreator.create(target);
                    return await.until(management, target, TenantRecreator.ready())
                            .orElseThrow();
                });
        try (KubernetesClient tenant = access.connect(cluster);
                ProgressDisplay display = await.common().progress(session, await.format())) {
            return new TenantContentRestorer(
                            tenant,
                            backup,
                            content,
                            new TenantContentRestorer.Settings(forces, target.equals(content.tenant())),
                            new ProgressReporter(display, session.clock()))
                    .restore();
        }
    }
}
