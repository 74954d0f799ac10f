package dev.butlerlabs.core.embedded.store;

import java.util.Optional;

/**
 * Durable key-value store with a single revision counter for all writes and with watches.
 *
 * <p>A write returns when it is durable, and becomes visible to readers and watchers at that moment, never before. Thread-safe; readers
 * never wait for writers.
 */
public final class Store implements AutoCloseable {
    private final StateTimeline timeline;
    private final WriteCommitter committer;
    private final EventJournal journal;

    private Store(StateTimeline timeline, EventJournal journal) {
        this.timeline = timeline;
        this.journal = journal;
        this.committer = new WriteCommitter(timeline, journal);
    }

    /**
     * Opens the store and removes the remains of an interrupted write.
     *
     * @throws dev.butlerlabs.core.error.ButlerException DATA_LOCKED if another process has opened it, DATA_DAMAGED if a checksum does not
     *     match other than at the truncated end of the log, ENVIRONMENT if the directory cannot be used
     */
    public static Store open(StoreOptions options) {
        return options.directory()
                .map(directory -> open(FileStoreDirectory.lock(directory), options))
                .orElseGet(() -> started(empty(options), EventJournal.NONE));
    }

    /** Opens a store in memory with content. Its history is empty: watches and lists start at the revision of the content. */
    public static Store open(StoreContent content, StoreOptions options) {
        EventHistory history = new EventHistory(options.historyEvents(), options.historyBytes(), content.revision());
        StoreState state = new StoreState(content.revision(), EntryTree.ofSorted(content.entries()));
        return started(new StateTimeline(state, history, options.subscriptionEvents()), EventJournal.NONE);
    }

    static Store open(StoreDirectory disk, StoreOptions options) {
        StoreRecovery recovery = StoreRecovery.from(disk, options);
        return started(
                new StateTimeline(recovery.state(), recovery.history(), options.subscriptionEvents()),
                recovery.journal());
    }

    private static StateTimeline empty(StoreOptions options) {
        EventHistory history = new EventHistory(options.historyEvents(), options.historyBytes(), 0);
        return new StateTimeline(StoreState.EMPTY, history, options.subscriptionEvents());
    }

    private static Store started(StateTimeline timeline, EventJournal journal) {
        Store store = new Store(timeline, journal);
        store.committer.start();
        return store;
    }

    /** Returns the current content. Later writes do not change it. */
    public StoreContent content() {
        StoreState state = timeline.now();
        return new StoreContent(state.revision(), state.page(RangeQuery.all("")).entries());
    }

    /** Returns the last committed revision; 0 for a new store. */
    public long revision() {
        return timeline.now().revision();
    }

    /** Returns the earliest revision at which a watch or a list can start. */
    public long oldestRevision() {
        return timeline.oldestRevision();
    }

    public Optional<StoreEntry> get(String key) {
        return timeline.now().tree().get(key);
    }

    /**
     * Reads a page of the entries with a prefix.
     *
     * @throws CompactedException if the requested revision is no longer in the history
     * @throws IllegalArgumentException if the requested revision is in the future
     */
    public RangeResult range(RangeQuery query) {
        StoreState state = query.atRevision() == 0 ? timeline.now() : timeline.at(query.atRevision(), query.prefix());
        return state.page(query);
    }

    /** Returns the current number of keys with the prefix. */
    public long count(String prefix) {
        EntryTree tree = timeline.now().tree();
        return (long) tree.countThroughPrefix(prefix) - tree.countBefore(prefix);
    }

    /**
     * Creates a key.
     *
     * @throws KeyExistsException if it already exists
     */
    public StoreEntry create(String key, RevisionedValue value) {
        return committer.commit(new StoreWrite.Create(StoreLimits.checkKey(key), value));
    }

    /**
     * Replaces the value of a key that is at exactly the expected revision.
     *
     * @throws RevisionMismatchException if it is at another revision
     */
    public StoreEntry replace(String key, long expectedRevision, RevisionedValue value) {
        return committer.commit(new StoreWrite.Replace(key, expectedRevision, value));
    }

    /**
     * Deletes a key that is at exactly the expected revision.
     *
     * @param tombstone the last state, sent to watchers
     * @return the tombstone with the revision of the deletion
     * @throws RevisionMismatchException if it is at another revision
     */
    public StoreEntry delete(String key, long expectedRevision, RevisionedValue tombstone) {
        return committer.commit(new StoreWrite.Delete(key, expectedRevision, tombstone));
    }

    /**
     * Delivers all events of the prefix after the given revision in order: first those of the history, then new ones. The sink may be
     * called before this method returns.
     *
     * @throws CompactedException if the history does not contain all these events
     */
    public WatchSubscription watch(String prefix, long afterRevision, EventSink sink) {
        return timeline.watch(prefix, afterRevision, sink);
    }

    /** Commits pending writes, ends the watches and releases the directory. Idempotent. */
    @Override
    public synchronized void close() {
        committer.close();
        timeline.endWatches(SubscriptionEndReason.STORE_CLOSED);
        journal.close();
    }
}
