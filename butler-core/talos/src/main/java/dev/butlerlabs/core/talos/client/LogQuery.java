package dev.butlerlabs.core.talos.client;

import java.util.Objects;
import java.util.OptionalInt;

/**
 * Selects a log.
 *
 * @param lastLines number of lines; the whole log if empty
 * @param follow whether to stream new lines
 */
public record LogQuery(String service, OptionalInt lastLines, boolean follow) {
    public LogQuery {
        Objects.requireNonNull(service, "service");
        Objects.requireNonNull(lastLines, "lastLines");
    }
}
