package dev.butlerlabs.adm.image;

import dev.butlerlabs.adm.management.ManagementClusterConnection;
import dev.butlerlabs.core.cli.AwaitOptions;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.ConsentOptions;
import dev.butlerlabs.core.cli.output.OutputFormat;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.machine.ImageSyncClient;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Deletes an ImageSync and its image. */
@Command(
        name = "delete",
        description = {
            "Delete an ImageSync and its image.",
            "The image is deleted when no machine or cluster uses it, and kept if another ImageSync uses it."
        },
        footer = {
            "  butleradm image delete rack-one-37656798-1-12-1-amd64",
            "  butleradm image delete talos --yes --wait"
        })
final class ImageDeleteCommand implements Runnable {
    private static final Duration USUAL = Duration.ofMinutes(5);

    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private ConsentOptions consent = new ConsentOptions();

    @Mixin
    private AwaitOptions await = new AwaitOptions();

    @Parameters(
            paramLabel = "NAME",
            completionCandidates = ImageSyncCandidates.class,
            description = "Name of the ImageSync.")
    private String name;

    ImageDeleteCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ManagementClusterConnection.connect(session, connection)) {
            ImageSyncClient syncs = new ImageSyncClient(client);
            ObjectName meant = ManagementClusterConnection.named(connection, name);
            syncs.get(meant);
            consent.prompts(session).confirm("Delete ImageSync %s and its image?".formatted(meant));
            syncs.delete(meant);
            if (await.isWanted(false)) {
                new ImageProgress(session, common, OutputFormat.TABLE)
                        .show(
                                name,
                                "Deleting the image of %s".formatted(name),
                                progress -> syncs.awaitDeleted(meant, progress, await.limit(USUAL)));
            }
            if (!common.isQuiet()) {
                session.messages()
                        .print((await.isWanted(false) ? "ImageSync %s deleted." : "Deleting ImageSync %s.")
                                .formatted(meant));
            }
        }
    }
}
