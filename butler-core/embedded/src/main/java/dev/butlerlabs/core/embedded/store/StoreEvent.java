package dev.butlerlabs.core.embedded.store;

/** An event for watchers. */
public sealed interface StoreEvent {
    long revision();

    /** Returns the changed key; empty for {@link Progress}. */
    String key();

    record Created(StoreEntry entry) implements StoreEvent {
        @Override
        public long revision() {
            return entry.revision();
        }

        @Override
        public String key() {
            return entry.key();
        }
    }

    record Replaced(StoreEntry entry, StoreEntry previous) implements StoreEvent {
        @Override
        public long revision() {
            return entry.revision();
        }

        @Override
        public String key() {
            return entry.key();
        }
    }

    /**
     * A key was deleted.
     *
     * @param tombstone the last state as rendered by the deleting writer, at the revision of the deletion
     * @param previous the entry before the deletion
     */
    record Deleted(StoreEntry tombstone, StoreEntry previous) implements StoreEvent {
        @Override
        public long revision() {
            return tombstone.revision();
        }

        @Override
        public String key() {
            return tombstone.key();
        }
    }

    /** All events up to and including this revision have been delivered. */
    record Progress(long revision) implements StoreEvent {
        @Override
        public String key() {
            return "";
        }
    }
}
