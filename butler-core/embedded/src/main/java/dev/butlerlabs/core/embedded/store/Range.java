package dev.butlerlabs.core.embedded.store;

import java.util.List;

/**
 * A page of the entries with a prefix, in key order.
 *
 * @param revision the revision of the store at which the page was read
 * @param more whether more entries follow this page
 * @param remaining the number of entries that follow
 */
public record Range(long revision, List<Entry> entries, boolean more, long remaining) {
    public Range {
        entries = List.copyOf(entries);
    }
}
