package dev.butlerlabs.ctl.access;

import dev.butlerlabs.core.cli.output.Column;
import dev.butlerlabs.core.cli.output.Listing;
import dev.butlerlabs.core.tenant.access.Grant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Table layout of grants. */
final class GrantListing {
    static final Listing<Grant> LISTING = new Listing<>(
            List.of(
                    Column.of("name", Grant::name),
                    Column.of("kind", grant -> grant.kind().toString()),
                    Column.of("role", Grant::role),
                    Column.of("within", grant -> grant.within().orElse("everywhere"))),
            Grant::name,
            Grant::document,
            Comparator.comparing(Grant::name).thenComparing(Grant::role),
            Map.of());

    private GrantListing() {}
}
