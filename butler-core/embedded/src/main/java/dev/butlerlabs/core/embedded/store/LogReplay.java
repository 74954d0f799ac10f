package dev.butlerlabs.core.embedded.store;

/** Rebuilds the state and the history event by event. */
final class LogReplay {
    private final EventHistory history;
    private StoreState state;

    LogReplay(StoreState state, EventHistory history) {
        this.state = state;
        this.history = history;
    }

    StoreState state() {
        return state;
    }

    EventHistory history() {
        return history;
    }

    /**
     * Applies a stored event.
     *
     * @return whether the event is consistent with the state
     */
    boolean apply(byte code, StoreEntry entry) {
        if (entry.revision() != state.revision() + 1) {
            return false;
        }
        return EventCodec.event(code, entry, state.tree().get(entry.key()))
                .map(this::apply)
                .isPresent();
    }

    private StoreEvent apply(StoreEvent event) {
        state = state.after(event);
        history.add(event);
        return event;
    }
}
