package dev.butlerlabs.adm.talos;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.output.OutputPrinter;
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

/** Saves a snapshot of etcd. */
@Command(
        name = "snapshot",
        description = {
            "Save an etcd snapshot to a file that only you can read.",
            "Connects to the first node, which must be a control plane node. Verifies the checksum."
        },
        footer = {
            "  butleradm talos snapshot etcd.db --talosconfig talosconfig",
            "  butleradm talos snapshot etcd.db --nodes 10.0.0.5 --force"
        })
final class SnapshotCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private MachinesOptions machines = new MachinesOptions();

    @Option(names = "--force", description = "Overwrite existing files.")
    private boolean force;

    @Parameters(paramLabel = "FILE", description = "Path to write the snapshot to.")
    private Path file;

    SnapshotCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        if (!force && Files.exists(file)) {
            throw new ButlerException(
                    ErrorCode.CONFLICT,
                    "%s already exists.".formatted(file),
                    "Choose another path, or pass --force to overwrite it.");
        }
        try (TalosClient client = machines.machines(session).any()) {
            print(client.node().toString(), SnapshotFile.save(client.etcd(), file));
        }
    }

    private void print(String node, SnapshotFile saved) {
        OutputPrinter printer = output.printer(session, common);
        if (printer.format().isDocument()) {
            Map<String, Object> document = new LinkedHashMap<>();
            document.put("node", node);
            document.put("file", saved.path().toString());
            document.put("bytes", saved.bytes());
            printer.document(document);
        } else {
            printer.out()
                    .println("etcd snapshot of %s written to %s (%d bytes)."
                            .formatted(node, saved.path(), saved.bytes()));
        }
    }
}
