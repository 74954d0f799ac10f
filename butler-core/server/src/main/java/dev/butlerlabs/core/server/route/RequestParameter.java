package dev.butlerlabs.core.server.route;

import java.util.Objects;

/**
 * A parameter in the query or a header of a route.
 *
 * @param in {@code query} or {@code header}
 * @param pattern a regular expression that a value matches as a whole
 */
public record RequestParameter(String name, String in, String pattern, boolean required, String description) {
    public RequestParameter {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(in, "in");
        Objects.requireNonNull(pattern, "pattern");
        Objects.requireNonNull(description, "description");
    }

    /** Returns an optional parameter in the query. */
    public static RequestParameter query(String name, String pattern, String description) {
        return new RequestParameter(name, "query", pattern, false, description);
    }
}
