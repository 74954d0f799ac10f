package dev.butlerlabs.core.embedded.store;

/** The content of the store at a revision. */
record StoreState(long revision, EntryTree tree) {
    static final StoreState EMPTY = new StoreState(0, EntryTree.EMPTY);

    /** Returns the state after an event. */
    StoreState after(StoreEvent event) {
        return new StoreState(
                event.revision(),
                switch (event) {
                    case StoreEvent.Created created -> tree.with(created.entry());
                    case StoreEvent.Replaced replaced -> tree.with(replaced.entry());
                    case StoreEvent.Deleted deleted -> tree.without(deleted.key());
                    case StoreEvent.Progress _ -> tree;
                });
    }

    RangeResult page(RangeQuery query) {
        int end = tree.countThroughPrefix(query.prefix());
        int start = Math.max(tree.countBefore(query.prefix()), tree.countThrough(query.startAfter()));
        int wanted = query.limit() == 0 ? Integer.MAX_VALUE : query.limit();
        int taken = Math.clamp((long) end - start, 0, wanted);
        int remaining = Math.max(0, end - start - taken);
        return new RangeResult(revision, tree.slice(start, start + taken), remaining > 0, remaining);
    }
}
