package dev.butlerlabs.ctl.access;

import dev.butlerlabs.core.cli.output.Column;
import dev.butlerlabs.core.cli.output.TableLayout;
import dev.butlerlabs.core.tenant.access.AccessGrant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Table layout of grants. */
final class GrantTable {
    static final TableLayout<AccessGrant> LISTING = new TableLayout<>(
            List.of(
                    Column.of("name", AccessGrant::name),
                    Column.of("kind", grant -> grant.kind().toString()),
                    Column.of("role", AccessGrant::role),
                    Column.of("within", grant -> grant.within().orElse("everywhere"))),
            AccessGrant::name,
            AccessGrant::document,
            Comparator.comparing(AccessGrant::name).thenComparing(AccessGrant::role),
            Map.of());

    private GrantTable() {}
}
