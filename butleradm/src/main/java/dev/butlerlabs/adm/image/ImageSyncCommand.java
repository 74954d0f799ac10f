package dev.butlerlabs.adm.image;

import dev.butlerlabs.adm.management.ManagementClusterConnection;
import dev.butlerlabs.core.api.ImageSync;
import dev.butlerlabs.core.api.ImageSyncSpec;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.cli.AwaitOptions;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.image.ImageFactoryClient;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.machine.ImageSyncClient;
import dev.butlerlabs.core.machine.ProviderConfigClient;
import dev.butlerlabs.core.provider.ProviderRegistry;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Creates an ImageSync. */
@Command(
        name = "sync",
        description = {
            "Transfer a Talos image of the image factory to an infrastructure.",
            "Creates an ImageSync, which the controllers reconcile. An image that exists already is used again."
        },
        footer = {
            "  butleradm image sync rack-one v1.12.1 --wait",
            "  butleradm image sync rack-one v1.12.1 --extension siderolabs/qemu-guest-agent",
            "  butleradm image sync rack-one v1.12.1 --schematic ID --transfer-mode proxy"
        })
final class ImageSyncCommand implements Runnable {
    private static final Duration USUAL = Duration.ofMinutes(30);

    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private AwaitOptions await = new AwaitOptions();

    @Parameters(index = "0", paramLabel = "PROVIDERCONFIG", description = "ProviderConfig of the infrastructure.")
    private String provider;

    @Parameters(index = "1", paramLabel = "VERSION", description = "Talos version, such as v1.12.1.")
    private String version;

    @Option(names = "--schematic", paramLabel = "ID", description = "ID of an existing schematic of the image factory.")
    private Optional<String> schematic = Optional.empty();

    @Option(names = "--extension", paramLabel = "NAME", description = "Official system extension; repeatable.")
    private List<String> extensions = new ArrayList<>();

    @Option(
            names = "--arch",
            paramLabel = "ARCH",
            defaultValue = "amd64",
            description = "CPU architecture: amd64 or arm64 (default: ${DEFAULT-VALUE}).")
    private String architecture;

    @Option(
            names = "--transfer-mode",
            paramLabel = "MODE",
            description =
                    "Whether the infrastructure downloads the image (direct) or Butler uploads it (proxy). Defaults to direct if the infrastructure supports it.")
    private Optional<String> mode = Optional.empty();

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "Name of the ImageSync. Defaults to one derived from the image.")
    private Optional<String> name = Optional.empty();

    @Option(names = "--display-name", paramLabel = "TEXT", description = "Display name.")
    private String displayName;

    ImageSyncCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        ImageRequest request =
                ImageRequest.of(version, schematic, extensions, architecture, mode, Optional.ofNullable(displayName));
        try (KubernetesClient client = ManagementClusterConnection.connect(session, connection)) {
            ProviderConfig config =
                    new ProviderConfigClient(client).get(ManagementClusterConnection.named(connection, provider));
            ImageSyncSpec spec = spec(client, request, config);
            ObjectName target = ManagementClusterConnection.named(
                    connection, name.orElseGet(() -> ImageSyncAction.usualName(spec)));
            ImageSyncClient syncs = new ImageSyncClient(client);
            follow(syncs, target, syncs.create(target, spec));
        }
    }

    private static ImageSyncSpec spec(KubernetesClient client, ImageRequest request, ProviderConfig config) {
        try (ImageFactoryClient factory = new ImageFactoryOption().connect(() -> client)) {
            return new ImageSyncAction(factory, ProviderRegistry.load()).spec(request, config);
        }
    }

    private void follow(ImageSyncClient syncs, ObjectName target, ImageSync made) {
        if (await.isWanted(false)) {
            new ImageProgress(session, common, output.format())
                    .show(
                            target.name(),
                            "Transferring Talos %s to %s".formatted(version, provider),
                            progress -> syncs.awaitReady(target, progress, await.limit(USUAL)));
            print(syncs.get(target));
            return;
        }
        print(made);
        if (!common.isQuiet()) {
            session.messages().print("Run 'butleradm image list' to check its status.");
        }
    }

    private void print(ImageSync sync) {
        output.printer(session, common).one(ImageTable.at(session.clock().instant()), sync);
    }
}
