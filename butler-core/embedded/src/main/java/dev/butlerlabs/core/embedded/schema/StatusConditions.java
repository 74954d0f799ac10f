package dev.butlerlabs.core.embedded.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/** Reads the conditions in the status of an object. */
final class StatusConditions {
    private StatusConditions() {}

    static Optional<String> status(JsonNode object, String type) {
        for (JsonNode condition : object.at("/status/conditions")) {
            if (condition.path("type").asText().equals(type)) {
                return Optional.of(condition.path("status").asText());
            }
        }
        return Optional.empty();
    }

    static boolean holds(JsonNode object, String type) {
        return status(object, type).filter("True"::equals).isPresent();
    }
}
