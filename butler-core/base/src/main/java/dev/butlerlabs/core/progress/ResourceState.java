package dev.butlerlabs.core.progress;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The state of a machine or an addon during a run, as displays show it. */
public enum ResourceState {
    PENDING,
    CREATING,
    INSTALLING,
    /** A machine that is on and has an address. */
    RUNNING,
    /** A machine that accepted its configuration. */
    CONFIGURED,
    UPGRADING,
    READY,
    FAILED,
    DELETING,
    DELETED,
    UNKNOWN;

    /** Returns the word for displays and documents. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns whether no further change is expected, and nothing is wrong. */
    public boolean isSettled() {
        return this == READY || this == DELETED;
    }

    /** Returns the state with this word, in any case; empty if there is none. */
    public static Optional<ResourceState> find(String word) {
        return Arrays.stream(values())
                .filter(state -> state.name().equalsIgnoreCase(word))
                .findFirst();
    }
}
