package dev.butlerlabs.core.embedded.store;

import java.util.Objects;

/**
 * Which page of which prefix to read.
 *
 * @param startAfter the last key of the page before; empty to start at the first
 * @param limit the most entries wanted; 0 for all
 * @param atRevision the revision to read at; 0 for the newest
 */
public record RangeQuery(String prefix, String startAfter, int limit, long atRevision) {
    public RangeQuery {
        Objects.requireNonNull(prefix, "prefix");
        Objects.requireNonNull(startAfter, "startAfter");
        if (limit < 0 || atRevision < 0) {
            throw new IllegalArgumentException("limit and revision are never negative");
        }
    }

    /** Everything under a prefix, now. */
    public static RangeQuery all(String prefix) {
        return new RangeQuery(prefix, "", 0, 0);
    }
}
