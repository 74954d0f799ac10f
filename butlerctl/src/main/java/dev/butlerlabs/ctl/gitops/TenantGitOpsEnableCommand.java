package dev.butlerlabs.ctl.gitops;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.gitops.GitCredentialOptions;
import dev.butlerlabs.core.cli.gitops.GitRepositoryOptions;
import dev.butlerlabs.core.cli.gitops.PruneOptions;
import dev.butlerlabs.core.gitops.FluxConnection;
import dev.butlerlabs.core.gitops.GitCredentials;
import dev.butlerlabs.core.gitops.GitRepositorySource;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.tenant.change.TenantClusterClient;
import dev.butlerlabs.core.tenant.change.TenantExporter;
import dev.butlerlabs.core.tenant.change.TenantGitOpsClient;
import dev.butlerlabs.ctl.cluster.ClusterNameCandidates;
import dev.butlerlabs.ctl.cluster.ManagementClusterContext;
import dev.butlerlabs.ctl.cluster.TeamConnectionOptions;
import io.fabric8.kubernetes.client.KubernetesClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Sets the Git repository of a tenant cluster. */
@Command(
        name = "enable",
        description = {
            "Apply a directory of a Git repository to a tenant cluster with Flux.",
            "Sets spec.addons.gitops of the TenantCluster; the controllers install Flux and create its objects in the cluster. Rerun the "
                    + "command to change the settings. Without options for credentials, stored ones are kept."
        },
        footer = {
            "  butlerctl cluster gitops enable demo --repository https://git.example/d",
            "  butlerctl cluster gitops enable demo --repository URL --token-file -"
        })
final class TenantGitOpsEnableCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private TeamConnectionOptions connection = new TeamConnectionOptions();

    @Mixin
    private GitRepositoryOptions repository = new GitRepositoryOptions();

    @Mixin
    private PruneOptions prune = new PruneOptions();

    @Mixin
    private GitCredentialOptions credentials = new GitCredentialOptions();

    @Parameters(
            paramLabel = "CLUSTER",
            completionCandidates = ClusterNameCandidates.class,
            description = "Name of the tenant cluster.")
    private String cluster;

    TenantGitOpsEnableCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        GitRepositorySource source = repository.source(GitRepositorySource.DEFAULT_INTERVAL, prune.isWanted());
        GitCredentials read = credentials.read(session);
        FluxConnection.requireValid(source, read);
        ObjectName name = ManagementClusterContext.named(session, connection, cluster);
        try (KubernetesClient client = ManagementClusterContext.connect(session, connection)) {
            new TenantGitOpsClient(client).enable(name, source, read);
            if (output.format().isDocument()) {
                output.printer(session, common).document(TenantExporter.of(new TenantClusterClient(client).tree(name)));
            }
        }
        if (!common.isQuiet()) {
            session.messages()
                    .print(
                            "GitOps of TenantCluster %s enabled with %s.".formatted(name, source.url()),
                            "Run 'butlerctl cluster gitops status %s' to see whether Flux applies it."
                                    .formatted(cluster));
        }
    }
}
