package dev.butlerlabs.core.server.stream;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Objects;
import java.util.function.Function;

/**
 * A topic of the stream: a resource type and how its objects are shown.
 *
 * @param resource the plural name of the resource
 * @param namespaced whether objects are in namespaces
 * @param row returns the row of an object
 */
public record StreamTopic<T extends HasMetadata>(
        String name, Class<T> type, String resource, boolean namespaced, Function<T, Object> row) {
    /** The topic that only announces that some row of the other topics changed. */
    public static final String OVERVIEW = "overview";

    public StreamTopic {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(resource, "resource");
        Objects.requireNonNull(row, "row");
    }
}
