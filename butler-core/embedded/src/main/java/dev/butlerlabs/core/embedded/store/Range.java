package dev.butlerlabs.core.embedded.store;

import java.util.List;

/**
 * One page of a prefix, in key order.
 *
 * @param revision the revision of the whole store that the page shows
 * @param more whether entries of the prefix follow after this page
 * @param remaining how many follow
 */
public record Range(long revision, List<Entry> entries, boolean more, long remaining) {
    public Range {
        entries = List.copyOf(entries);
    }
}
