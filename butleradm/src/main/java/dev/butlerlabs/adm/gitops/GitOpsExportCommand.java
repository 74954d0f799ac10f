package dev.butlerlabs.adm.gitops;

import dev.butlerlabs.core.cli.ClusterConnector;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.DestinationOptions;
import dev.butlerlabs.core.cli.gitops.RepositoryExportAction;
import dev.butlerlabs.core.cli.output.YamlTextWriter;
import dev.butlerlabs.core.gitops.PlatformExporter;
import io.fabric8.kubernetes.client.KubernetesClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Exports the resources of the platform as the files of a Git repository. */
@Command(
        name = "export",
        description = {
            "Export the resources of the platform as files for a Git repository.",
            "Applied to a platform with the same version of Butler, the files give the same resources. Secrets, statuses and objects "
                    + "that controllers create are omitted."
        },
        footer = {"  butleradm gitops export --output platform/clusters/production"})
final class GitOpsExportCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private DestinationOptions destination = new DestinationOptions();

    GitOpsExportCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ClusterConnector.open("butleradm", session, connection)) {
            new RepositoryExportAction(session, common, destination)
                    .write(() -> new PlatformExporter(client, YamlTextWriter::of).platform());
        }
    }
}
