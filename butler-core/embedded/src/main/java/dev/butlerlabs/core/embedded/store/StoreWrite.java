package dev.butlerlabs.core.embedded.store;

import java.util.Optional;

/** A requested change: computes the event from the current entry, or throws if its precondition fails. */
sealed interface StoreWrite {
    String key();

    /** Returns the event to commit at the given revision; throws if the current entry is not the expected one. */
    StoreEvent decide(Optional<StoreEntry> current, long revision);

    record Create(String key, RevisionedValue value) implements StoreWrite {
        @Override
        public StoreEvent decide(Optional<StoreEntry> current, long revision) {
            if (current.isPresent()) {
                throw new KeyExistsException(current.get());
            }
            return new StoreEvent.Created(new StoreEntry(key, revision, value.at(revision)));
        }
    }

    record Replace(String key, long expectedRevision, RevisionedValue value) implements StoreWrite {
        @Override
        public StoreEvent decide(Optional<StoreEntry> current, long revision) {
            StoreEntry previous = expected(key, expectedRevision, current);
            return new StoreEvent.Replaced(new StoreEntry(previous.key(), revision, value.at(revision)), previous);
        }
    }

    record Delete(String key, long expectedRevision, RevisionedValue tombstone) implements StoreWrite {
        @Override
        public StoreEvent decide(Optional<StoreEntry> current, long revision) {
            StoreEntry previous = expected(key, expectedRevision, current);
            return new StoreEvent.Deleted(new StoreEntry(previous.key(), revision, tombstone.at(revision)), previous);
        }
    }

    private static StoreEntry expected(String key, long expectedRevision, Optional<StoreEntry> current) {
        return current.filter(entry -> entry.revision() == expectedRevision)
                .orElseThrow(() -> new RevisionMismatchException(key, expectedRevision, current));
    }
}
