package dev.butlerlabs.core.cli.resource;

import dev.butlerlabs.core.cli.output.AgeFormatter;
import dev.butlerlabs.core.cli.output.Column;
import dev.butlerlabs.core.cli.output.TableLayout;
import dev.butlerlabs.core.tenant.change.TenantEvent;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Table layout of events, oldest first. */
public final class EventTable {
    private EventTable() {}

    public static TableLayout<TenantEvent> at(Instant now) {
        return new TableLayout<>(
                List.of(
                        Column.of("last seen", event -> AgeFormatter.between(Optional.of(event.at()), now)),
                        Column.of("type", TenantEvent::type),
                        Column.of("reason", TenantEvent::reason),
                        Column.of("object", TenantEvent::about),
                        Column.of("message", event -> event.message() + repeated(event))),
                event -> event.about() + " " + event.reason(),
                TenantEvent::document,
                (earlier, later) -> earlier.at().compareTo(later.at()),
                Map.of());
    }

    private static String repeated(TenantEvent event) {
        return event.count() > 1 ? " (%d times)".formatted(event.count()) : "";
    }
}
