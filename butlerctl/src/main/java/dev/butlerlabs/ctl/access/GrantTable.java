package dev.butlerlabs.ctl.access;

import dev.butlerlabs.core.cli.output.Column;
import dev.butlerlabs.core.cli.output.TableLayout;
import dev.butlerlabs.core.tenant.access.TenantAccessGrant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Table layout of grants. */
final class GrantTable {
    static final TableLayout<TenantAccessGrant> LISTING = new TableLayout<>(
            List.of(
                    Column.of("name", TenantAccessGrant::name),
                    Column.of("kind", grant -> grant.kind().toString()),
                    Column.of("role", TenantAccessGrant::role),
                    Column.of("within", grant -> grant.within().orElse("everywhere"))),
            TenantAccessGrant::name,
            TenantAccessGrant::document,
            Comparator.comparing(TenantAccessGrant::name).thenComparing(TenantAccessGrant::role),
            Map.of());

    private GrantTable() {}
}
