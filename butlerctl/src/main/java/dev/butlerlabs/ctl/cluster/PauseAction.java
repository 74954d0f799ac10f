package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.tenant.change.TenantClusterClient;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Pauses or resumes reconciliation of a tenant cluster. */
record PauseAction(CommandContext session, CommonOptions common, OutputOptions output, KubernetesClient client) {
    void run(ObjectName name, Function<TenantCluster, Optional<Map<String, Object>>> change, String alreadySo) {
        TenantClusterClient clusters = new TenantClusterClient(client);
        TenantCluster cluster = clusters.get(name);
        Optional<Map<String, Object>> wanted = change.apply(cluster);
        TenantCluster now = wanted.map(patch -> clusters.typed(clusters.change(name, patch, false)))
                .orElse(cluster);
        output.printer(session, common).one(TenantTable.at(session.clock().instant(), true), now);
        if (wanted.isEmpty() && !common.isQuiet()) {
            session.messages().print("TenantCluster %s %s.".formatted(name, alreadySo));
        }
    }
}
