package dev.butlerlabs.core.embedded.store;

/** Rebuilds the state and the history event by event. */
final class Replay {
    private final History history;
    private State state;

    Replay(State state, History history) {
        this.state = state;
        this.history = history;
    }

    State state() {
        return state;
    }

    History history() {
        return history;
    }

    /**
     * Applies a stored event.
     *
     * @return whether the event is consistent with the state
     */
    boolean apply(byte code, Entry entry) {
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
