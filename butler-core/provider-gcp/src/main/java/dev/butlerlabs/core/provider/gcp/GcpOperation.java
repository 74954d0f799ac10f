package dev.butlerlabs.core.provider.gcp;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;

/**
 * An operation of Compute Engine.
 *
 * @param path path of the operation below the project, such as {@code zones/europe-west3-a/operations/operation-1}
 * @param error its error, if it failed
 */
record GcpOperation(
        String name,
        String path,
        String type,
        boolean isDone,
        Optional<JsonNode> error,
        Instant requestedAt,
        Optional<Instant> endedAt) {
    static GcpOperation of(JsonNode json) {
        return new GcpOperation(
                json.path("name").asText(""),
                GcpPaths.belowProject(json.path("selfLink").asText("")),
                json.path("operationType").asText(""),
                json.path("status").asText("").equals("DONE"),
                Optional.of(json.path("error"))
                        .filter(error -> error.path("errors").size() > 0),
                instant(json.path("insertTime").asText("")).orElse(Instant.EPOCH),
                instant(json.path("endTime").asText("")));
    }

    boolean isFailed() {
        return isDone && error.isPresent();
    }

    List<String> codes() {
        return error.map(GcpErrorClassification::codes).orElse(List.of());
    }

    private static Optional<Instant> instant(String text) {
        try {
            return text.isEmpty()
                    ? Optional.empty()
                    : Optional.of(OffsetDateTime.parse(text).toInstant());
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }
}
