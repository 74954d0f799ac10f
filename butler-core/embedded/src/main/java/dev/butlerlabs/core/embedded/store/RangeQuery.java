package dev.butlerlabs.core.embedded.store;

import java.util.Objects;

/**
 * The page to read of the entries with a prefix.
 *
 * @param startAfter the last key of the previous page; empty to start at the first
 * @param limit maximum number of entries; 0 for all
 * @param atRevision the revision to read at; 0 for the latest
 */
public record RangeQuery(String prefix, String startAfter, int limit, long atRevision) {
    public RangeQuery {
        Objects.requireNonNull(prefix, "prefix");
        Objects.requireNonNull(startAfter, "startAfter");
        if (limit < 0 || atRevision < 0) {
            throw new IllegalArgumentException("limit and revision must not be negative");
        }
    }

    /** Returns a query for all current entries with a prefix. */
    public static RangeQuery all(String prefix) {
        return new RangeQuery(prefix, "", 0, 0);
    }
}
