package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.resource.ResourceKind;
import dev.butlerlabs.core.cli.resource.ResourceView;
import dev.butlerlabs.core.cli.resource.ResourceViewOptions;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists tenant clusters. */
@Command(
        name = "list",
        aliases = "ls",
        description = "List the tenant clusters in a namespace, or in all namespaces with -A.",
        footer = {
            "  butlerctl cluster list",
            "  butlerctl cluster list -A -o wide",
            "  butlerctl cluster list -w -l env=prod"
        })
final class ClusterListCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private TeamConnectionOptions connection = new TeamConnectionOptions();

    @Mixin
    private ResourceViewOptions view = new ResourceViewOptions();

    ClusterListCommand(CommandContext session) {
        this.session = session;
    }

    /** Not a constant, because commands are instantiated to print help. */
    static ResourceKind<TenantCluster> kind() {
        return new ResourceKind<>(
                TenantCluster.class,
                "tenant clusters",
                "Create one with 'butlerctl cluster create'.",
                now -> TenantTable.at(now, false),
                Optional.of(TenantTable.fields()));
    }

    @Override
    public void run() {
        try (KubernetesClient client = ManagementClusterContext.connect(session, connection)) {
            new ResourceView<>(session, common, output, view, client, kind())
                    .list(ManagementClusterContext.scope(session, connection));
        }
    }
}
