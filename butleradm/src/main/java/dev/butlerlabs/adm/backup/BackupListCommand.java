package dev.butlerlabs.adm.backup;

import dev.butlerlabs.core.backup.archive.ArchiveHeader;
import dev.butlerlabs.core.backup.storage.StoredBackup;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.backup.BackupStorageOptions;
import dev.butlerlabs.core.cli.output.Column;
import dev.butlerlabs.core.cli.output.OutputFormat;
import dev.butlerlabs.core.cli.output.OutputPrinter;
import dev.butlerlabs.core.cli.output.TableLayout;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Lists backups. */
@Command(
        name = "list",
        description = "List the backups in a directory or bucket. Requires no passphrase.",
        footer = {"  butleradm backup list /backups", "  butleradm backup list s3://backups/butler -o json"})
final class BackupListCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Parameters(paramLabel = "LOCATION", description = "Directory, or s3://BUCKET/PREFIX.")
    private String location = "";

    @Mixin
    private BackupStorageOptions storages = new BackupStorageOptions();

    BackupListCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        List<StoredBackup> backups = storages.storage(session, location).list();
        OutputPrinter printer = output.printer(session, common);
        if (backups.isEmpty() && printer.format() == OutputFormat.TABLE) {
            session.messages().print("No backups found in %s.".formatted(location));
            return;
        }
        printer.list(table(), backups);
    }

    private static TableLayout<StoredBackup> table() {
        return TableLayout.of(
                List.of(
                        Column.of("name", StoredBackup::name),
                        Column.of("cluster", header(ArchiveHeader::cluster)),
                        Column.of("time", header(header -> header.time().toString())),
                        Column.of("size", backup -> "%.1f MiB".formatted(backup.bytes() / 1048576.0)),
                        Column.of(
                                "key",
                                header(header -> header.derivation().source().word())),
                        Column.wide("version", header(ArchiveHeader::butlerVersion)),
                        Column.wide("location", StoredBackup::location)),
                StoredBackup::name,
                BackupListCommand::document);
    }

    private static Function<StoredBackup, String> header(Function<ArchiveHeader, String> field) {
        return backup -> backup.header().map(field).orElse("damaged");
    }

    private static Map<String, Object> document(StoredBackup backup) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("name", backup.name());
        document.put("location", backup.location());
        document.put("bytes", backup.bytes());
        document.put("damaged", backup.header().isEmpty());
        backup.header().ifPresent(header -> {
            document.put("cluster", header.cluster());
            document.put("time", header.time().toString());
            document.put("butlerVersion", header.butlerVersion());
            document.put("key", header.derivation().source().word());
        });
        return document;
    }
}
