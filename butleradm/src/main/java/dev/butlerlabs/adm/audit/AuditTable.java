package dev.butlerlabs.adm.audit;

import dev.butlerlabs.core.audit.AuditRecord;
import dev.butlerlabs.core.cli.output.Column;
import dev.butlerlabs.core.cli.output.TableLayout;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Table layout of audit records. */
final class AuditTable {
    static final TableLayout<AuditRecord> LISTING = new TableLayout<>(
            List.of(
                    Column.of(
                            "time",
                            record -> record.time()
                                    .truncatedTo(ChronoUnit.SECONDS)
                                    .toString()),
                    Column.of("who", record -> record.author().toString()),
                    Column.of("verb", record -> record.verb().toString()),
                    Column.of("kind", record -> record.subject().kind()),
                    Column.of("object", record -> record.subject().toString()),
                    Column.of("changes", AuditTable::changes)),
            record -> record.subject().toString(),
            AuditRecord::document,
            Comparator.comparing(AuditRecord::time),
            Map.of());

    private AuditTable() {}

    private static String changes(AuditRecord record) {
        return record.changes().isEmpty() ? "-" : String.join(", ", record.changes());
    }
}
