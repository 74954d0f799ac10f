package dev.butlerlabs.adm.image;

import dev.butlerlabs.adm.management.ManagementClusterConnection;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.resource.ResourceView;
import dev.butlerlabs.core.cli.resource.ResourceViewOptions;
import dev.butlerlabs.core.machine.ImageSyncClient;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Shows ImageSyncs as a table. */
@Command(
        name = "get",
        description = "Show ImageSyncs as a table.",
        footer = {
            "  butleradm image get talos-rack-one",
            "  butleradm image get -w",
            "  butleradm image get talos-rack-one -o yaml"
        })
final class ImageGetCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private ResourceViewOptions view = new ResourceViewOptions();

    @Parameters(
            arity = "0..*",
            paramLabel = "NAME",
            completionCandidates = ImageSyncCandidates.class,
            description = "Names of the objects (default: all).")
    private List<String> names = new ArrayList<>();

    ImageGetCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ManagementClusterConnection.connect(session, connection)) {
            new ResourceView<>(session, common, output, view, client, ImageListCommand.kind())
                    .get(
                            ManagementClusterConnection.namespace(connection),
                            names,
                            name -> new ImageSyncClient(client)
                                    .get(ManagementClusterConnection.named(connection, name)));
        }
    }
}
