package dev.butlerlabs.adm.gitops;

import dev.butlerlabs.core.cli.ClusterConnector;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.gitops.GitOpsStatusAction;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows the state of GitOps of the management cluster. */
@Command(
        name = "status",
        description = {
            "Show whether Flux applies the repository, and differences to a checkout.",
            "With --directory, compares with a server-side dry run and changes nothing. Exits with 1 if there are differences."
        },
        footer = {"  butleradm gitops status", "  butleradm gitops status --directory platform -o json"})
final class GitOpsStatusCommand implements Callable<Integer> {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Option(
            names = "--directory",
            paramLabel = "DIRECTORY",
            description = "Root of a checkout of the repository to compare with.")
    private Path directory;

    GitOpsStatusCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        try (KubernetesClient client = ClusterConnector.open("butleradm", session, connection)) {
            return new GitOpsStatusAction(client, output.printer(session, common)).show(Optional.ofNullable(directory));
        }
    }
}
