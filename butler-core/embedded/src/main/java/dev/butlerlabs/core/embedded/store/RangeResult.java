package dev.butlerlabs.core.embedded.store;

import java.util.List;

/**
 * A page of the entries with a prefix, in key order.
 *
 * @param revision the revision of the store at which the page was read
 * @param more whether more entries follow this page
 * @param remaining the number of entries that follow
 */
public record RangeResult(long revision, List<StoreEntry> entries, boolean more, long remaining) {
    public RangeResult {
        entries = List.copyOf(entries);
    }
}
