package dev.butlerlabs.core.embedded.store;

/** What a watcher is told. */
public sealed interface StoreEvent {
    long revision();

    /** The key that changed; empty for {@link Progress}. */
    String key();

    record Created(Entry entry) implements StoreEvent {
        @Override
        public long revision() {
            return entry.revision();
        }

        @Override
        public String key() {
            return entry.key();
        }
    }

    record Replaced(Entry entry, Entry previous) implements StoreEvent {
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
     * A key went away.
     *
     * @param tombstone the last state as the deleting writer rendered it, at the revision of the deletion
     * @param previous what the store held before
     */
    record Deleted(Entry tombstone, Entry previous) implements StoreEvent {
        @Override
        public long revision() {
            return tombstone.revision();
        }

        @Override
        public String key() {
            return tombstone.key();
        }
    }

    /** Everything the watcher asked for up to and including this revision has been told. */
    record Progress(long revision) implements StoreEvent {
        @Override
        public String key() {
            return "";
        }
    }
}
