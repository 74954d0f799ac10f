package dev.butlerlabs.core.embedded.store;

import java.util.List;

/**
 * The data of a snapshot: everything that must survive a restart.
 *
 * @param floor the history contains all events after this revision
 */
record StoreCheckpoint(StoreState state, long floor, List<StoreEvent> history) {
    StoreCheckpoint {
        history = List.copyOf(history);
    }
}
