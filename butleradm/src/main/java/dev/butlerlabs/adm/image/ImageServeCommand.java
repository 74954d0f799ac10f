package dev.butlerlabs.adm.image;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.output.JsonTextWriter;
import dev.butlerlabs.core.cli.output.OutputPrinter;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.image.archive.ImageArchive;
import dev.butlerlabs.core.image.archive.ImageArchiveServer;
import dev.butlerlabs.operator.ListenAddress;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Serves an image archive until it is interrupted. */
@Command(
        name = "serve",
        description = {
            "Serve an image archive with the protocol of an image factory, in the foreground, until Ctrl-C or SIGTERM.",
            "Verifies all checksums first. Read-only and without TLS; set its URL as imageFactory.url of the ButlerConfig or as talos.factory.url of a bootstrap file."
        },
        footer = {
            "  butleradm image serve talos.tar --listen 10.0.0.5:8080",
            "  butleradm image serve talos/ --listen 127.0.0.1:0 -o json"
        })
final class ImageServeCommand implements Callable<Integer> {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Parameters(paramLabel = "ARCHIVE", description = "Directory or tar file of 'butleradm image export'.")
    private Path archive;

    @Option(
            names = "--listen",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1:8080",
            description = "Host and port to listen on; port 0 selects a free port (default: ${DEFAULT-VALUE}).")
    private String listen;

    ImageServeCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        ListenAddress address = ListenAddress.parse("--listen", listen);
        ImageArchive opened = ImageArchive.open(archive);
        new ImageProgress(session, common, output.format())
                .show("verify", "Verifying %s".formatted(archive), opened::verify);
        try (ImageArchiveServer server = ImageArchiveServer.start(opened, address.socket())) {
            announce(opened, server);
            awaitInterruption();
        }
        session.messages().print("Server stopped.");
        return ErrorKind.CANCELLED.exitCode();
    }

    private void announce(ImageArchive opened, ImageArchiveServer server) {
        OutputPrinter printer = output.printer(session, common);
        switch (printer.format()) {
            case TABLE, WIDE -> text(opened, server, printer.out());
            case NAME -> printer.out().println(server.url());
            case JSON -> printer.out().println(JsonTextWriter.line(document(opened, server)));
            case YAML, TEMPLATE -> printer.document(document(opened, server));
        }
        printer.out().flush();
    }

    private void text(ImageArchive opened, ImageArchiveServer server, PrintStream out) {
        out.println("url         " + server.url());
        out.println("images      " + opened.manifest().images().size());
        out.println("versions    " + String.join(", ", opened.manifest().versions()));
        out.println("schematics  " + String.join(", ", opened.manifest().schematics()));
        if (!common.isQuiet()) {
            session.messages().print("Press Ctrl-C to stop.");
        }
    }

    private static Map<String, Object> document(ImageArchive opened, ImageArchiveServer server) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("url", server.url().toString());
        document.put("images", opened.manifest().images().size());
        document.put("versions", opened.manifest().versions());
        document.put("schematics", opened.manifest().schematics());
        return document;
    }

    private static void awaitInterruption() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException asked) {
            // The interruption is the expected way to stop. Clear it, so that it does not disturb the shutdown.
            Thread.interrupted();
        }
    }
}
