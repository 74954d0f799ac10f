package dev.butlerlabs.core.cli;

import java.time.Clock;
import java.util.Objects;

/**
 * The environment of a command beyond its own options.
 *
 * @param terminal input and output
 * @param clock source of the current time
 * @param messages the only access to standard error
 */
public record Session(Terminal terminal, Clock clock, Messages messages) {
    public Session {
        Objects.requireNonNull(terminal, "terminal");
        Objects.requireNonNull(clock, "clock");
        Objects.requireNonNull(messages, "messages");
    }

    public static Session of(Terminal terminal, Clock clock) {
        return new Session(terminal, clock, new Messages(terminal.err()));
    }
}
