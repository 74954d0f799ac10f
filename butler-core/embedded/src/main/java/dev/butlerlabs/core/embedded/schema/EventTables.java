package dev.butlerlabs.core.embedded.schema;

import static dev.butlerlabs.core.embedded.schema.TableCells.field;
import static dev.butlerlabs.core.embedded.schema.TableCells.orElse;
import static dev.butlerlabs.core.embedded.schema.TableCells.words;
import static dev.butlerlabs.core.embedded.schema.TableColumn.NAME;
import static dev.butlerlabs.core.embedded.schema.TableColumn.text;
import static dev.butlerlabs.core.embedded.schema.TableColumn.wide;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.LongNode;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** Table columns of Events, in both groups that serve them. */
final class EventTables {
    private EventTables() {}

    static List<TableColumn> events(String object, String message, String first, String last, String count) {
        return List.of(
                text(
                        "Last Seen",
                        "Time since the event was last seen.",
                        (event, now) -> lastSeen(event, first, last, now)),
                text("Type", "Normal or Warning.", field("/type")),
                text("Reason", "Reason of the event.", field("/reason")),
                text("Object", "Object of the event.", (event, now) -> involved(event.path(object))),
                wide("Subobject", "Part of the object that the event refers to.", field("/" + object + "/fieldPath")),
                wide("Source", "Component that reported the event.", (event, now) -> source(event)),
                text(
                        "Message",
                        "Description of the event.",
                        (event, now) -> words(event.path(message).asText().strip())),
                wide(
                        "First Seen",
                        "Time since the event was first seen.",
                        (event, now) -> firstSeen(event, first, now)),
                wide("Count", "Number of occurrences.", (event, now) -> times(event, count)),
                new TableColumn("Name", "string", "name", NAME.description(), 1, NAME.cell()));
    }

    private static JsonNode firstSeen(JsonNode event, String first, Instant now) {
        String moment = event.path(first).asText("");
        return words(TableAgeFormatter.since(
                moment.isEmpty() ? event.path("eventTime").asText("") : moment, now));
    }

    private static JsonNode lastSeen(JsonNode event, String first, String last, Instant now) {
        if (event.path("series").isObject()) {
            return words(
                    TableAgeFormatter.since(event.at("/series/lastObservedTime").asText(), now));
        }
        String moment = event.path(last).asText("");
        return moment.isEmpty() ? firstSeen(event, first, now) : words(TableAgeFormatter.since(moment, now));
    }

    private static JsonNode times(JsonNode event, String count) {
        long times = event.path("series").isObject()
                ? event.at("/series/count").asLong()
                : Math.max(1, event.path(count).asLong());
        return LongNode.valueOf(times);
    }

    private static JsonNode involved(JsonNode reference) {
        String kind = reference.path("kind").asText().toLowerCase(Locale.ROOT);
        String name = reference.path("name").asText();
        return words(name.isEmpty() ? kind : kind + "/" + name);
    }

    private static JsonNode source(JsonNode event) {
        JsonNode source = event.has("deprecatedSource") ? event.path("deprecatedSource") : event.path("source");
        String component = orElse(
                source.path("component").asText(),
                orElse(
                        event.path("reportingComponent").asText(),
                        event.path("reportingController").asText()));
        String host = orElse(
                source.path("host").asText(), event.path("reportingInstance").asText());
        return words(host.isEmpty() ? component : component + ", " + host);
    }
}
