package dev.butlerlabs.core.server.view;

import dev.butlerlabs.core.tenant.change.TenantEvent;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/**
 * An event.
 *
 * @param type {@code Normal} or {@code Warning}
 * @param object kind and name of the object
 */
public record EventRow(Instant time, String type, String reason, String message, int count, String object) {
    static EventRow of(TenantEvent event) {
        return new EventRow(
                event.at(),
                event.type().isEmpty() ? "Normal" : event.type(),
                event.reason(),
                event.message(),
                event.count(),
                event.about());
    }

    /** Returns the events, the newest first. */
    public static List<EventRow> of(List<TenantEvent> events) {
        return events.stream()
                .map(EventRow::of)
                .sorted(Comparator.comparing(EventRow::time).reversed())
                .toList();
    }
}
