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
public record CommandContext(Terminal terminal, Clock clock, MessagePrinter messages) {
    public CommandContext {
        Objects.requireNonNull(terminal, "terminal");
        Objects.requireNonNull(clock, "clock");
        Objects.requireNonNull(messages, "messages");
    }

    public static CommandContext of(Terminal terminal, Clock clock) {
        return new CommandContext(
                terminal,
                clock,
                new MessagePrinter(
                        terminal.err(),
                        terminal::size,
                        terminal.isInteractive(Terminal.Stream.ERR),
                        terminal.reflowsLines()));
    }
}
