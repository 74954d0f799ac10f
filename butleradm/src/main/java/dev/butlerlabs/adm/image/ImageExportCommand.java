package dev.butlerlabs.adm.image;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.DestinationOptions;
import dev.butlerlabs.core.cli.Terminal;
import dev.butlerlabs.core.cli.WaitOptions;
import dev.butlerlabs.core.cli.output.OutputPrinter;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.image.ImageFactoryClient;
import dev.butlerlabs.core.image.archive.ArchivedFile;
import dev.butlerlabs.core.image.archive.ImageArchiveManifest;
import dev.butlerlabs.core.image.archive.ImageExporter;
import dev.butlerlabs.core.provider.ImageId;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.retry.Sleeper;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Exports images to an archive for an air-gapped site. */
@Command(
        name = "export",
        description = {
            "Download Talos images of an image factory to an archive for sites without access to it.",
            "The archive contains the images with their SHA-256, the schematics and the list of extensions. 'butleradm image serve' serves it. "
                    + "If interrupted, rerun the command to resume."
        },
        footer = {
            "  butleradm image export v1.12.1 --schematic ID --platform nocloud -o talos.tar",
            "  butleradm image export v1.12.1 --schematic ID --platform openstack -o talos"
        })
final class ImageExportCommand implements Runnable {
    private static final Duration BUILD_LIMIT = Duration.ofMinutes(30);

    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private DestinationOptions destination = new DestinationOptions();

    @Mixin
    private WaitOptions limit = new WaitOptions();

    @Mixin
    private ExportFactoryOptions factory = new ExportFactoryOptions();

    @Parameters(paramLabel = "VERSION", description = "Talos version, such as v1.12.1.")
    private String version;

    @Option(
            names = "--schematic",
            required = true,
            paramLabel = "ID",
            description = "ID of an existing schematic of the image factory.")
    private Optional<String> schematic = Optional.empty();

    @Option(
            names = "--platform",
            required = true,
            split = ",",
            paramLabel = "PLATFORM",
            description = "Talos platform, such as nocloud; comma-separated or repeatable.")
    private List<String> platforms = new ArrayList<>();

    @Option(
            names = "--arch",
            paramLabel = "ARCH",
            defaultValue = "amd64",
            description = "CPU architecture: amd64 or arm64 (default: ${DEFAULT-VALUE}).")
    private String architecture;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description =
                    "File format, such as qcow2 or raw.xz. Defaults to the formats that the providers of the platform import.")
    private Optional<String> format = Optional.empty();

    ImageExportCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        Path output = destination
                .path()
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.USAGE,
                        "The option --output with a directory or a file that ends with .tar is required.",
                        "For example: --output talos.tar"));
        List<ImageId> images =
                List.copyOf(new ImageExportRequest(schematic.orElseThrow(), version, platforms, architecture, format)
                        .images(ProviderRegistry.load()));
        AtomicReference<ImageArchiveManifest> manifest = new AtomicReference<>();
        try (ImageFactoryClient client = factory.connect()) {
            new ImageProgress(session, common, destination.format())
                    .show(
                            "export",
                            "Exporting %s to %s"
                                    .formatted(images.size() == 1 ? "1 image" : images.size() + " images", output),
                            progress -> manifest.set(new ImageExporter(
                                            client,
                                            limit.timeout().orElse(BUILD_LIMIT),
                                            session.clock(),
                                            Sleeper.SYSTEM,
                                            progress)
                                    .export(images, output, destination.isForced())));
        }
        print(manifest.get(), output);
    }

    private void print(ImageArchiveManifest manifest, Path output) {
        switch (destination.format()) {
            case JSON, YAML, TEMPLATE ->
                new OutputPrinter(
                                session.terminal().out(),
                                destination.format(),
                                true,
                                common.ink(session, Terminal.Stream.OUT))
                        .document(document(manifest, output));
            case TABLE, WIDE, NAME -> text(manifest, output);
        }
    }

    private void text(ImageArchiveManifest manifest, Path output) {
        manifest.images().forEach(image -> session.terminal().out().println(image.sha256() + "  " + image.path()));
        if (!common.isQuiet()) {
            session.messages()
                    .print("Copy %s to the site and run 'butleradm image serve %s'."
                            .formatted(output, output.getFileName()));
        }
    }

    private static Map<String, Object> document(ImageArchiveManifest manifest, Path output) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("archive", output.toString());
        document.put("bytes", manifest.bytes());
        document.put(
                "images",
                manifest.images().stream().map(ImageExportCommand::document).toList());
        return document;
    }

    private static Map<String, Object> document(ArchivedFile image) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("path", image.path());
        document.put("bytes", image.bytes());
        document.put("sha256", image.sha256());
        return document;
    }
}
