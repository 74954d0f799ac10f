package dev.butlerlabs.core.cli.screen;

import java.time.Instant;

/** One line in the list of the last events. */
record ScreenEvent(Instant at, Kind kind, String text) {
    /** How an event is marked. */
    enum Kind {
        INFO,
        DONE,
        WARNING,
        FAILURE
    }
}
