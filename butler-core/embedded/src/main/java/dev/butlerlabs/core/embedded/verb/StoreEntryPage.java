package dev.butlerlabs.core.embedded.verb;

import dev.butlerlabs.core.embedded.store.StoreEntry;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A page of a list.
 *
 * @param remaining the number of objects that follow; empty if a selector makes it too expensive to count them
 */
record StoreEntryPage(long revision, List<StoreEntry> entries, Optional<ContinueToken> next, OptionalLong remaining) {
    StoreEntryPage {
        entries = List.copyOf(entries);
    }
}
