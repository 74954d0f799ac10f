package dev.butlerlabs.core.embedded.store;

import java.util.Optional;

/**
 * Durable key-value store with a single revision counter for all writes and with watches.
 *
 * <p>A write returns when it is durable, and becomes visible to readers and watchers at that moment, never before. Thread-safe; readers
 * never wait for writers.
 */
public final class Store implements AutoCloseable {
    private final Timeline timeline;
    private final Committer committer;
    private final Journal journal;

    private Store(Timeline timeline, Journal journal) {
        this.timeline = timeline;
        this.journal = journal;
        this.committer = new Committer(timeline, journal);
    }

    /**
     * Opens the store and removes the remains of an interrupted write.
     *
     * @throws dev.butlerlabs.core.error.ButlerException DATA_LOCKED if another process has opened it, DATA_DAMAGED if a checksum does not
     *     match other than at the truncated end of the log, ENVIRONMENT if the directory cannot be used
     */
    public static Store open(StoreOptions options) {
        return options.directory()
                .map(directory -> open(FileDisk.lock(directory), options))
                .orElseGet(() -> started(empty(options), Journal.NONE));
    }

    static Store open(Disk disk, StoreOptions options) {
        Recovery recovery = Recovery.from(disk, options);
        return started(
                new Timeline(recovery.state(), recovery.history(), options.subscriptionEvents()), recovery.journal());
    }

    private static Timeline empty(StoreOptions options) {
        History history = new History(options.historyEvents(), options.historyBytes(), 0);
        return new Timeline(State.EMPTY, history, options.subscriptionEvents());
    }

    private static Store started(Timeline timeline, Journal journal) {
        Store store = new Store(timeline, journal);
        store.committer.start();
        return store;
    }

    /** Returns the last committed revision; 0 for a new store. */
    public long revision() {
        return timeline.now().revision();
    }

    /** Returns the earliest revision at which a watch or a list can start. */
    public long oldestRevision() {
        return timeline.oldestRevision();
    }

    public Optional<Entry> get(String key) {
        return timeline.now().tree().get(key);
    }

    /**
     * Reads a page of the entries with a prefix.
     *
     * @throws CompactedException if the requested revision is no longer in the history
     * @throws IllegalArgumentException if the requested revision is in the future
     */
    public Range range(RangeQuery query) {
        State state = query.atRevision() == 0 ? timeline.now() : timeline.at(query.atRevision(), query.prefix());
        return state.page(query);
    }

    /** Returns the current number of keys with the prefix. */
    public long count(String prefix) {
        Tree tree = timeline.now().tree();
        return (long) tree.countThroughPrefix(prefix) - tree.countBefore(prefix);
    }

    /**
     * Creates a key.
     *
     * @throws KeyExistsException if it already exists
     */
    public Entry create(String key, Rendering value) {
        return committer.commit(new Write.Create(Limits.checkKey(key), value));
    }

    /**
     * Replaces the value of a key that is at exactly the expected revision.
     *
     * @throws RevisionMismatchException if it is at another revision
     */
    public Entry replace(String key, long expectedRevision, Rendering value) {
        return committer.commit(new Write.Replace(key, expectedRevision, value));
    }

    /**
     * Deletes a key that is at exactly the expected revision.
     *
     * @param tombstone the last state, sent to watchers
     * @return the tombstone with the revision of the deletion
     * @throws RevisionMismatchException if it is at another revision
     */
    public Entry delete(String key, long expectedRevision, Rendering tombstone) {
        return committer.commit(new Write.Delete(key, expectedRevision, tombstone));
    }

    /**
     * Delivers all events of the prefix after the given revision in order: first those of the history, then new ones. The sink may be
     * called before this method returns.
     *
     * @throws CompactedException if the history does not contain all these events
     */
    public Subscription watch(String prefix, long afterRevision, EventSink sink) {
        return timeline.watch(prefix, afterRevision, sink);
    }

    /** Commits pending writes, ends the watches and releases the directory. Idempotent. */
    @Override
    public synchronized void close() {
        committer.close();
        timeline.endWatches(EndReason.STORE_CLOSED);
        journal.close();
    }
}
