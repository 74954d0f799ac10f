package dev.butlerlabs.core.embedded.store;

import java.util.List;

/**
 * All that must survive a restart.
 *
 * @param floor every event later than this revision is in the history
 */
record Checkpoint(State state, long floor, List<StoreEvent> history) {
    Checkpoint {
        history = List.copyOf(history);
    }
}
