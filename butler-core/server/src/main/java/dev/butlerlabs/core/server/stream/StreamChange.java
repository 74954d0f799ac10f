package dev.butlerlabs.core.server.stream;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A change of an object that a topic shows.
 *
 * @param type {@code ADDED}, {@code MODIFIED}, {@code DELETED}; or {@code RESYNC} if changes were missed, so that the client has to list again
 * @param version the resourceVersion of the object after the change
 * @param row the row of the topic; empty for deleted objects
 */
record StreamChange(
        String topic, String type, String namespace, String name, Optional<String> version, Optional<Object> row) {
    static final String RESYNC = "RESYNC";

    StreamChange {
        Objects.requireNonNull(topic, "topic");
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(version, "version");
        Objects.requireNonNull(row, "row");
    }

    static StreamChange resync(String topic) {
        return new StreamChange(topic, RESYNC, "", "", Optional.empty(), Optional.empty());
    }

    static StreamChange overview() {
        return new StreamChange(StreamTopic.OVERVIEW, "MODIFIED", "", "", Optional.empty(), Optional.empty());
    }

    /** Returns the change as it is sent. */
    Map<String, Object> document() {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("topic", topic);
        document.put("type", type);
        document.put("namespace", namespace);
        document.put("name", name);
        row.ifPresent(value -> document.put("row", value));
        return document;
    }
}
