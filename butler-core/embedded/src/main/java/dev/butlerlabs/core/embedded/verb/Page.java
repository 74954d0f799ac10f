package dev.butlerlabs.core.embedded.verb;

import dev.butlerlabs.core.embedded.store.Entry;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A page of a list.
 *
 * @param remaining the number of objects that follow; empty if a selector makes it too expensive to count them
 */
record Page(long revision, List<Entry> entries, Optional<ContinueToken> next, OptionalLong remaining) {
    Page {
        entries = List.copyOf(entries);
    }
}
