package dev.butlerlabs.core.talos.client;

import java.util.Objects;
import java.util.OptionalInt;

/**
 * Which log, and how much of it.
 *
 * @param lastLines all of it when empty
 * @param follow whether to go on with what is written from now on
 */
public record LogQuestion(String service, OptionalInt lastLines, boolean follow) {
    public LogQuestion {
        Objects.requireNonNull(service, "service");
        Objects.requireNonNull(lastLines, "lastLines");
    }
}
