package dev.butlerlabs.core.embedded.schema;

import static dev.butlerlabs.core.embedded.schema.Cells.field;
import static dev.butlerlabs.core.embedded.schema.Cells.orElse;
import static dev.butlerlabs.core.embedded.schema.Cells.words;
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
                text("Last Seen", "When it was last seen.", (event, now) -> lastSeen(event, first, last, now)),
                text("Type", "Normal or Warning.", field("/type")),
                text("Reason", "A word for why it was sent.", field("/reason")),
                text("Object", "What it is about.", (event, now) -> involved(event.path(object))),
                wide("Subobject", "Which part of the object it is about.", field("/" + object + "/fieldPath")),
                wide("Source", "Who reports it.", (event, now) -> source(event)),
                text(
                        "Message",
                        "What happened.",
                        (event, now) -> words(event.path(message).asText().strip())),
                wide("First Seen", "When it was first seen.", (event, now) -> firstSeen(event, first, now)),
                wide("Count", "How often it was seen.", (event, now) -> times(event, count)),
                new TableColumn("Name", "string", "name", NAME.description(), 1, NAME.cell()));
    }

    private static JsonNode firstSeen(JsonNode event, String first, Instant now) {
        String moment = event.path(first).asText("");
        return words(Ages.since(moment.isEmpty() ? event.path("eventTime").asText("") : moment, now));
    }

    private static JsonNode lastSeen(JsonNode event, String first, String last, Instant now) {
        if (event.path("series").isObject()) {
            return words(Ages.since(event.at("/series/lastObservedTime").asText(), now));
        }
        String moment = event.path(last).asText("");
        return moment.isEmpty() ? firstSeen(event, first, now) : words(Ages.since(moment, now));
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
