package dev.butlerlabs.adm.gitops;

import dev.butlerlabs.core.cli.ClusterConnector;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.DurationConverter;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.gitops.FluxChangeTable;
import dev.butlerlabs.core.cli.gitops.GitCredentialOptions;
import dev.butlerlabs.core.cli.gitops.GitRepositoryOptions;
import dev.butlerlabs.core.cli.gitops.PruneOptions;
import dev.butlerlabs.core.gitops.FluxConnection;
import dev.butlerlabs.core.gitops.GitCredentials;
import dev.butlerlabs.core.gitops.GitRepositorySource;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Connects Flux in the management cluster to a Git repository. */
@Command(
        name = "enable",
        description = {
            "Apply a directory of a Git repository to the management cluster with Flux.",
            "Creates a GitRepository, a Kustomization and a Secret with the credentials in namespace flux-system. Rerun the command to "
                    + "change the settings. Without options for credentials, stored ones are kept."
        },
        footer = {
            "  butleradm gitops enable --repository https://git.example/p --path prod",
            "  butleradm gitops enable --repository https://git.example/p --token-file -"
        })
final class GitOpsEnableCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private GitRepositoryOptions repository = new GitRepositoryOptions();

    @Mixin
    private PruneOptions prune = new PruneOptions();

    @Mixin
    private GitCredentialOptions credentials = new GitCredentialOptions();

    @Option(
            names = "--interval",
            paramLabel = "DURATION",
            defaultValue = "1m",
            converter = DurationConverter.class,
            description = "Interval at which the repository is read (default: ${DEFAULT-VALUE}).")
    private Duration interval = GitRepositorySource.DEFAULT_INTERVAL;

    GitOpsEnableCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        GitRepositorySource source = repository.source(interval, prune.isWanted());
        GitCredentials read = credentials.read(session);
        FluxConnection.requireValid(source, read);
        try (KubernetesClient client = ClusterConnector.open("butleradm", session, connection)) {
            output.printer(session, common)
                    .list(FluxChangeTable.LISTING, new FluxConnection(client).enable(source, read));
            if (!common.isQuiet()) {
                session.messages().print("Run 'butleradm gitops status' to see whether Flux applies it.");
            }
        }
    }
}
