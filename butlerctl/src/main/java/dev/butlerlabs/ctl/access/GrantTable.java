package dev.butlerlabs.ctl.access;

import dev.butlerlabs.core.cli.output.Column;
import dev.butlerlabs.core.cli.output.TableLayout;
import dev.butlerlabs.core.tenant.access.TenantAccessEntry;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Table layout of grants. */
final class GrantTable {
    private GrantTable() {}

    /** @param now decides whether a grant has expired */
    static TableLayout<TenantAccessEntry> listing(Instant now) {
        return new TableLayout<>(
                List.of(
                        Column.of("name", entry -> entry.grant().name()),
                        Column.of("kind", entry -> entry.grant().kind().toString()),
                        Column.of("role", entry -> entry.grant().role()),
                        Column.of("within", entry -> entry.grant().within().orElse("everywhere")),
                        Column.of("until", GrantTable::until),
                        Column.of("state", entry -> entry.state(now).toString())),
                entry -> entry.grant().name(),
                entry -> entry.document(now),
                Comparator.comparing((TenantAccessEntry entry) -> entry.grant().name())
                        .thenComparing(entry -> entry.grant().role()),
                Map.of());
    }

    private static String until(TenantAccessEntry entry) {
        return entry.until()
                .map(end -> end.truncatedTo(ChronoUnit.SECONDS).toString())
                .orElse("revoked");
    }
}
