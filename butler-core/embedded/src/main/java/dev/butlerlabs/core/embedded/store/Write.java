package dev.butlerlabs.core.embedded.store;

import java.util.Optional;

/** A requested change: computes the event from the current entry, or throws if its precondition fails. */
sealed interface Write {
    String key();

    /** Returns the event to commit at the given revision; throws if the current entry is not the expected one. */
    StoreEvent decide(Optional<Entry> current, long revision);

    record Create(String key, Rendering value) implements Write {
        @Override
        public StoreEvent decide(Optional<Entry> current, long revision) {
            if (current.isPresent()) {
                throw new KeyExistsException(current.get());
            }
            return new StoreEvent.Created(new Entry(key, revision, value.at(revision)));
        }
    }

    record Replace(String key, long expectedRevision, Rendering value) implements Write {
        @Override
        public StoreEvent decide(Optional<Entry> current, long revision) {
            Entry previous = expected(key, expectedRevision, current);
            return new StoreEvent.Replaced(new Entry(previous.key(), revision, value.at(revision)), previous);
        }
    }

    record Delete(String key, long expectedRevision, Rendering tombstone) implements Write {
        @Override
        public StoreEvent decide(Optional<Entry> current, long revision) {
            Entry previous = expected(key, expectedRevision, current);
            return new StoreEvent.Deleted(new Entry(previous.key(), revision, tombstone.at(revision)), previous);
        }
    }

    private static Entry expected(String key, long expectedRevision, Optional<Entry> current) {
        return current.filter(entry -> entry.revision() == expectedRevision)
                .orElseThrow(() -> new RevisionMismatchException(key, expectedRevision, current));
    }
}
