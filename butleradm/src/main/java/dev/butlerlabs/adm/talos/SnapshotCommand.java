package dev.butlerlabs.adm.talos;

import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.Session;
import dev.butlerlabs.core.cli.output.OutputFormat;
import dev.butlerlabs.core.cli.output.Printer;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.talos.client.SnapshotFile;
import dev.butlerlabs.core.talos.client.TalosClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Saves etcd. */
@Command(
        name = "snapshot",
        description = {
            "Save the etcd of a cluster, and with it all of its Kubernetes, to a file only you can read.",
            "The first machine named is asked; it has to be a control plane. The checksum is verified."
        },
        footer = {
            "  butleradm talos snapshot etcd.db --talosconfig talosconfig",
            "  butleradm talos snapshot etcd.db --nodes 10.0.0.5 --force"
        })
final class SnapshotCommand implements Runnable {
    private final Session session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private MachinesOptions machines = new MachinesOptions();

    @Option(names = "--force", description = "Overwrite files that exist.")
    private boolean force;

    @Parameters(paramLabel = "FILE", description = "Where the snapshot goes.")
    private Path file;

    SnapshotCommand(Session session) {
        this.session = session;
    }

    @Override
    public void run() {
        if (!force && Files.exists(file)) {
            throw new ButlerException(
                    ErrorCode.CONFLICT,
                    "%s exists already.".formatted(file),
                    "Choose another place, or overwrite with --force.");
        }
        try (TalosClient client = machines.machines(session).any()) {
            print(client.node().toString(), SnapshotFile.save(client.etcd(), file));
        }
    }

    private void print(String node, SnapshotFile saved) {
        Printer printer = output.printer(session, common);
        if (printer.format() == OutputFormat.JSON || printer.format() == OutputFormat.YAML) {
            Map<String, Object> document = new LinkedHashMap<>();
            document.put("node", node);
            document.put("file", saved.path().toString());
            document.put("bytes", saved.bytes());
            printer.document(document);
        } else {
            printer.out()
                    .println("The etcd of %s is saved in %s (%d bytes).".formatted(node, saved.path(), saved.bytes()));
        }
    }
}
