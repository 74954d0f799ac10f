package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.cli.AwaitOptions;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConsentOptions;
import dev.butlerlabs.core.cli.output.OutputFormat;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.tenant.change.TenantClusterClient;
import dev.butlerlabs.core.tenant.change.TenantWaitGoal;
import dev.butlerlabs.core.tree.UntypedTree;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Deletes a tenant cluster. */
@Command(
        name = "delete",
        aliases = "destroy",
        description = {
            "Delete a tenant cluster with all its machines and data, and wait until it is deleted.",
            "Prompts for the cluster name as confirmation unless --confirm or --yes is given."
        },
        footer = {"  butlerctl cluster delete demo", "  butlerctl cluster delete demo --confirm=demo --no-wait"})
final class ClusterDeleteCommand implements Runnable {
    private static final Duration LIMIT = Duration.ofMinutes(10);

    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private TeamConnectionOptions connection = new TeamConnectionOptions();

    @Mixin
    private ConsentOptions consent = new ConsentOptions();

    @Mixin
    private AwaitOptions await = new AwaitOptions();

    @Parameters(
            paramLabel = "NAME",
            completionCandidates = ClusterNameCandidates.class,
            description = "Name of the tenant cluster.")
    private String name;

    @Option(
            names = "--confirm",
            paramLabel = "CLUSTER",
            description = "Cluster name as confirmation, instead of the prompt.")
    private String confirmation;

    @Option(names = "--force", hidden = true, description = "Same as --yes; kept for existing scripts.")
    private boolean force;

    ClusterDeleteCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ManagementClusterContext.connect(session, connection)) {
            TenantClusterClient clusters = new TenantClusterClient(client);
            ObjectName meant = ManagementClusterContext.named(session, connection, name);
            agree(meant, workers(clusters.tree(meant)));
            clusters.delete(meant);
            if (await.isWanted(true)) {
                new TenantWaitAction(session, common, OutputFormat.TABLE, await.limit(LIMIT))
                        .until(client, meant, TenantWaitGoal.gone());
            }
            if (!common.isQuiet()) {
                session.messages()
                        .print("TenantCluster %s %s."
                                .formatted(meant, await.isWanted(true) ? "deleted" : "is being deleted"));
            }
        }
    }

    /** Also for clusters that cannot be decoded, so that they can be deleted. */
    private static String workers(Map<String, Object> cluster) {
        return UntypedTree.of(cluster)
                .entry("spec")
                .entry("workers")
                .find("replicas")
                .map(count -> count + (count.equals(1) ? " worker" : " workers"))
                .orElse("its workers");
    }

    private void agree(ObjectName meant, String workers) {
        if (!force && !consent.isGiven()) {
            consent.prompts(session)
                    .confirmByName(
                            "This deletes TenantCluster %s with %s and all data on its machines."
                                    .formatted(meant, workers),
                            name,
                            Optional.ofNullable(confirmation));
        }
    }
}
