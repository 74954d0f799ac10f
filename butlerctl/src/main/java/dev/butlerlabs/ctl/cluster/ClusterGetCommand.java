package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.resource.ResourceView;
import dev.butlerlabs.core.cli.resource.ResourceViewOptions;
import dev.butlerlabs.core.tenant.change.TenantClusterClient;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Shows tenant clusters as a table. */
@Command(
        name = "get",
        description = "Show tenant clusters as a table; 'describe' shows details.",
        footer = {
            "  butlerctl cluster get demo",
            "  butlerctl cluster get demo -o yaml",
            "  butlerctl cluster get demo -w"
        })
final class ClusterGetCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private TeamConnectionOptions connection = new TeamConnectionOptions();

    @Mixin
    private ResourceViewOptions view = new ResourceViewOptions();

    @Parameters(
            arity = "0..*",
            paramLabel = "NAME",
            completionCandidates = ClusterNameCandidates.class,
            description = "Names of the tenant clusters (default: all).")
    private List<String> names = new ArrayList<>();

    ClusterGetCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ManagementClusterContext.connect(session, connection)) {
            TenantClusterClient clusters = new TenantClusterClient(client);
            new ResourceView<>(session, common, output, view, client, ClusterListCommand.kind())
                    .get(
                            ManagementClusterContext.scope(session, connection),
                            names,
                            name -> clusters.get(ManagementClusterContext.named(session, connection, name)));
        }
    }
}
