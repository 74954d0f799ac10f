package dev.butlerlabs.core.tenant.change;

import io.fabric8.kubernetes.api.model.Event;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * An event of a tenant cluster or of one of its objects. Immutable.
 *
 * @param about the kind and name of the object
 * @param count the number of occurrences
 */
public record TenantEvent(Instant at, String type, String reason, String about, String message, int count) {
    static TenantEvent of(Event event) {
        return new TenantEvent(
                time(event),
                text(event.getType()),
                text(event.getReason()),
                event.getInvolvedObject().getKind() + "/"
                        + event.getInvolvedObject().getName(),
                text(event.getMessage()).strip(),
                Optional.ofNullable(event.getCount()).orElse(1));
    }

    private static Instant time(Event event) {
        String series = event.getSeries() == null || event.getSeries().getLastObservedTime() == null
                ? null
                : event.getSeries().getLastObservedTime().getTime();
        String once = event.getEventTime() == null ? null : event.getEventTime().getTime();
        return Stream.of(
                        Optional.ofNullable(series),
                        Optional.ofNullable(event.getLastTimestamp()),
                        Optional.ofNullable(once),
                        Optional.ofNullable(event.getMetadata().getCreationTimestamp()))
                .flatMap(Optional::stream)
                .findFirst()
                .map(text -> OffsetDateTime.parse(text).toInstant())
                .orElse(Instant.EPOCH);
    }

    private static String text(String value) {
        return Optional.ofNullable(value).orElse("");
    }

    /** Returns the fields for JSON and YAML output. */
    public Map<String, Object> document() {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("at", at.toString());
        document.put("type", type);
        document.put("reason", reason);
        document.put("object", about);
        document.put("message", message);
        document.put("count", count);
        return document;
    }
}
