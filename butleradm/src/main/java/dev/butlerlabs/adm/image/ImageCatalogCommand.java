package dev.butlerlabs.adm.image;

import dev.butlerlabs.adm.management.ManagementClusterConnection;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.output.Column;
import dev.butlerlabs.core.cli.output.TableLayout;
import dev.butlerlabs.core.image.ImageFactoryClient;
import dev.butlerlabs.core.image.SystemExtension;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Lists what an image factory can build. */
@Command(
        name = "catalog",
        description = {
            "List the Talos versions of the image factory.",
            "With a version, list the system extensions for that version."
        },
        footer = {"  butleradm image catalog", "  butleradm image catalog v1.12.1 -o wide"})
final class ImageCatalogCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private ImageFactoryOption factory = new ImageFactoryOption();

    @Parameters(arity = "0..1", paramLabel = "VERSION", description = "Talos version, such as v1.12.1.")
    private Optional<String> version = Optional.empty();

    ImageCatalogCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        Optional<ImageFactoryClient> given = factory.given();
        if (given.isPresent()) {
            try (ImageFactoryClient client = given.get()) {
                print(client);
            }
            return;
        }
        try (KubernetesClient cluster = ManagementClusterConnection.connect(session, connection);
                ImageFactoryClient client = factory.connect(() -> cluster)) {
            print(client);
        }
    }

    private void print(ImageFactoryClient client) {
        if (version.isPresent()) {
            output.printer(session, common).list(extensions(), client.extensions(version.get()));
        } else {
            output.printer(session, common).list(versions(), client.versions());
        }
    }

    /** Keeps the order of the factory, from old to new. */
    private static TableLayout<String> versions() {
        return new TableLayout<>(
                List.of(Column.of("version", text -> text)),
                text -> text,
                text -> Map.of("version", text),
                Comparator.comparing(_ -> 0),
                Map.of());
    }

    private static TableLayout<SystemExtension> extensions() {
        return TableLayout.of(
                List.of(
                        Column.of("name", SystemExtension::name),
                        Column.of("version", SystemExtension::version),
                        Column.wide("author", SystemExtension::author),
                        Column.wide(
                                "description",
                                extension -> extension
                                        .description()
                                        .lines()
                                        .findFirst()
                                        .orElse(""))),
                SystemExtension::name,
                ImageCatalogCommand::document);
    }

    private static Map<String, Object> document(SystemExtension extension) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("name", extension.name());
        document.put("version", extension.version());
        document.put("author", extension.author());
        document.put("description", extension.description());
        return document;
    }
}
