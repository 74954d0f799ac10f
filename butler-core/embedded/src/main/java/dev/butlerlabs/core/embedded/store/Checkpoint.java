package dev.butlerlabs.core.embedded.store;

import java.util.List;

/**
 * The data of a snapshot: everything that must survive a restart.
 *
 * @param floor the history contains all events after this revision
 */
record Checkpoint(State state, long floor, List<StoreEvent> history) {
    Checkpoint {
        history = List.copyOf(history);
    }
}
