package dev.butlerlabs.adm.image;

import dev.butlerlabs.adm.management.ManagementClusterConnection;
import dev.butlerlabs.core.api.ImageSync;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.resource.ResourceKind;
import dev.butlerlabs.core.cli.resource.ResourceView;
import dev.butlerlabs.core.cli.resource.ResourceViewOptions;
import io.fabric8.kubernetes.client.KubernetesClient;
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

    @Mixin
    private ResourceViewOptions view = new ResourceViewOptions();

    ImageListCommand(CommandContext session) {
        this.session = session;
    }

    /** Not a constant, because commands are instantiated to print help. */
    static ResourceKind<ImageSync> kind() {
        return new ResourceKind<>(
                ImageSync.class, "ImageSyncs", "Create one with 'butleradm image sync'.", ImageTable::at);
    }

    @Override
    public void run() {
        try (KubernetesClient client = ManagementClusterConnection.connect(session, connection)) {
            new ResourceView<>(session, common, output, view, client, kind())
                    .list(ManagementClusterConnection.namespace(connection));
        }
    }
}
