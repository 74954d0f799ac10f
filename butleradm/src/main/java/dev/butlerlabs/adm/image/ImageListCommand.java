package dev.butlerlabs.adm.image;

import dev.butlerlabs.adm.management.ManagementClusterConnection;
import dev.butlerlabs.core.api.ImageSync;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.machine.ImageSyncClient;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists ImageSyncs. */
@Command(
        name = "list",
        aliases = "ls",
        description = "List ImageSyncs, by default in butler-system.",
        footer = {"  butleradm image list", "  butleradm image list -A -o wide"})
final class ImageListCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    ImageListCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ManagementClusterConnection.connect(session, connection)) {
            List<ImageSync> found = new ImageSyncClient(client)
                    .list(ManagementClusterConnection.namespace(connection))
                    .warning(session.messages()::print);
            output.printer(session, common).list(ImageTable.at(session.clock().instant()), found);
            if (found.isEmpty() && !common.isQuiet()) {
                session.messages()
                        .print("No ImageSyncs found in %s. Create one with 'butleradm image sync'."
                                .formatted(ManagementClusterConnection.scopeText(connection)));
            }
        }
    }
}
