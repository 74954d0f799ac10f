package dev.butlerlabs.core.embedded.store;

import java.util.Optional;

/**
 * Keys and values with one revision counter over all writes. A write is answered when it is durable and is visible to readers and
 * watchers from the same moment, never before. Safe for any number of threads; readers never wait for writers.
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
     * Opens the store, repairing what a crash left behind.
     *
     * @throws dev.butlerlabs.core.error.ButlerException DATA_LOCKED when another process has it open, DATA_DAMAGED when it fails its
     *     checksums elsewhere than at the torn end of the log, ENVIRONMENT when the directory cannot be used
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

    /** The last committed revision; 0 for a store nobody has written to. */
    public long revision() {
        return timeline.now().revision();
    }

    /** The earliest revision from which a watch or a list is still possible. */
    public long oldestRevision() {
        return timeline.oldestRevision();
    }

    public Optional<Entry> get(String key) {
        return timeline.now().tree().get(key);
    }

    /**
     * Reads one page of a prefix.
     *
     * @throws CompactedException when the revision asked for is forgotten
     * @throws IllegalArgumentException when it has not happened yet
     */
    public Range range(RangeQuery query) {
        State state = query.atRevision() == 0 ? timeline.now() : timeline.at(query.atRevision(), query.prefix());
        return state.page(query);
    }

    /** How many keys have the prefix, now. */
    public long count(String prefix) {
        Tree tree = timeline.now().tree();
        return (long) tree.countThroughPrefix(prefix) - tree.countBefore(prefix);
    }

    /**
     * Writes a new key.
     *
     * @throws KeyExistsException when it is there already
     */
    public Entry create(String key, Rendering value) {
        return committer.commit(new Write.Create(Limits.checkKey(key), value));
    }

    /**
     * Writes a key that is at exactly the expected revision.
     *
     * @throws RevisionMismatchException when it is not
     */
    public Entry replace(String key, long expectedRevision, Rendering value) {
        return committer.commit(new Write.Replace(key, expectedRevision, value));
    }

    /**
     * Removes a key that is at exactly the expected revision.
     *
     * @param tombstone the last state, told to watchers
     * @return the tombstone with the revision of the deletion
     * @throws RevisionMismatchException when it is not at that revision
     */
    public Entry delete(String key, long expectedRevision, Rendering tombstone) {
        return committer.commit(new Write.Delete(key, expectedRevision, tombstone));
    }

    /**
     * Tells every event of the prefix with a revision later than the given one, in order, first what has happened and then what happens.
     * The sink may be called before this returns.
     *
     * @throws CompactedException when not every such event is remembered
     */
    public Subscription watch(String prefix, long afterRevision, EventSink sink) {
        return timeline.watch(prefix, afterRevision, sink);
    }

    /** Commits what waits, ends the watches and releases the directory. Calling twice is calling once. */
    @Override
    public synchronized void close() {
        committer.close();
        timeline.endWatches(EndReason.STORE_CLOSED);
        journal.close();
    }
}
