package dev.butlerlabs.core.embedded.store;

import java.util.Comparator;
import java.util.List;

/**
 * The complete content of a store at a revision.
 *
 * @param entries sorted by key
 */
public record StoreContent(long revision, List<StoreEntry> entries) {
    public StoreContent {
        entries = entries.stream().sorted(Comparator.comparing(StoreEntry::key)).toList();
        long last = entries.stream().mapToLong(StoreEntry::revision).max().orElse(0);
        long keys = entries.stream().map(StoreEntry::key).distinct().count();
        if (revision < last || keys < entries.size()) {
            throw new IllegalArgumentException("the entries do not form the content of a store");
        }
    }
}
