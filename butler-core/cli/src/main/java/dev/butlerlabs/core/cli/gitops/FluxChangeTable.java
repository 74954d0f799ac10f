package dev.butlerlabs.core.cli.gitops;

import dev.butlerlabs.core.cli.output.Column;
import dev.butlerlabs.core.cli.output.TableLayout;
import dev.butlerlabs.core.gitops.FluxObjectChange;
import dev.butlerlabs.core.gitops.FluxResource;
import java.util.List;
import java.util.Map;

/** Table layout of created, changed and deleted objects, in the order of the writes. */
public final class FluxChangeTable {
    public static final TableLayout<FluxObjectChange> LISTING = new TableLayout<>(
            List.of(
                    Column.of("kind", change -> change.object().kind()),
                    Column.of("namespace", _ -> FluxResource.NAMESPACE),
                    Column.of("name", change -> change.object().objectName()),
                    Column.of("outcome", change -> change.outcome().toString())),
            change -> change.object().text().replace(' ', '/'),
            FluxObjectChange::document,
            (_, _) -> 0,
            Map.of());

    private FluxChangeTable() {}
}
