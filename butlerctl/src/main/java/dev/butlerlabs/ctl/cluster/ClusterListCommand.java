package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.kube.DecodedList;
import dev.butlerlabs.core.tenant.change.TenantClusterClient;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists tenant clusters. */
@Command(
        name = "list",
        aliases = "ls",
        description = "List the tenant clusters in a namespace, or in all namespaces with -A.",
        footer = {"  butlerctl cluster list", "  butlerctl cluster list -A -o wide"})
final class ClusterListCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private TeamConnectionOptions connection = new TeamConnectionOptions();

    ClusterListCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ManagementClusterContext.connect(session, connection)) {
            DecodedList<TenantCluster> listed =
                    new TenantClusterClient(client).list(ManagementClusterContext.scope(session, connection));
            List<TenantCluster> found = listed.warning(session.messages()::print);
            output.printer(session, common)
                    .list(TenantTable.at(session.clock().instant(), connection.allNamespaces()), found);
            if (found.isEmpty() && listed.undecodable().isEmpty() && !common.isQuiet()) {
                session.messages()
                        .print("No tenant clusters found in %s. Create one with 'butlerctl cluster create'."
                                .formatted(ManagementClusterContext.scopeText(session, connection)));
            }
        }
    }
}
