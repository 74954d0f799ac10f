package dev.butlerlabs.core.cli;

import java.time.Clock;
import java.util.Objects;

/**
 * What a command is given besides its own options.
 *
 * @param terminal where it reads and writes
 * @param clock what it takes for now
 * @param messages its only way to standard error
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
