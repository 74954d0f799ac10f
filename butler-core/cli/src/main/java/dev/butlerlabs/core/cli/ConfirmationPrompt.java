package dev.butlerlabs.core.cli;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/** Prompts for confirmation. Without a terminal, the error names the option that replaces the prompt. Not thread-safe. */
public final class ConfirmationPrompt {
    private final CommandContext session;
    private final boolean yes;
    private final boolean noInput;

    ConfirmationPrompt(CommandContext session, boolean yes, boolean noInput) {
        this.session = session;
        this.yes = yes;
        this.noInput = noInput;
    }

    /**
     * Continues only if the user answers yes or {@code --yes} is given.
     *
     * @throws ButlerException otherwise
     */
    public void confirm(String question) {
        if (yes) {
            return;
        }
        requireTerminal(question, "Pass --yes to confirm without a prompt.");
        String answer = ask(question + " [y/N] ").toLowerCase(Locale.ROOT);
        if (!answer.equals("y") && !answer.equals("yes")) {
            throw new ButlerException(ErrorCode.CANCELLED, "Cancelled: nothing was changed.");
        }
    }

    /**
     * Continues only if the user types the name of the object to delete, because a plain yes is given too easily.
     *
     * @param given the value of {@code --confirm}
     * @throws ButlerException with INVALID_INPUT if the value of {@code --confirm} is another name, or with CANCELLED if the user types another name
     */
    public void confirmByName(String warning, String name, Optional<String> given) {
        if (given.isPresent()) {
            requireName(name, given.get());
            return;
        }
        requireTerminal(warning, "Pass --confirm=%s to confirm without a prompt.".formatted(name));
        String typed = ask(warning + " Type " + name + " to confirm: ");
        if (!typed.equals(name)) {
            throw new ButlerException(
                    ErrorCode.CANCELLED,
                    "Cancelled: '%s' does not match '%s'. Nothing was changed.".formatted(typed, name),
                    "Rerun the command and type %s to confirm.".formatted(name));
        }
    }

    private static void requireName(String name, String given) {
        if (!given.equals(name)) {
            throw new ButlerException(
                    ErrorCode.INVALID_INPUT,
                    "invalid value \"%s\" for --confirm: does not match the name \"%s\". Nothing was changed."
                            .formatted(given, name),
                    "Pass --confirm=%s to confirm, or correct the name if you meant \"%s\".".formatted(name, given));
        }
    }

    private void requireTerminal(String question, String otherwise) {
        if (noInput || !canAsk()) {
            throw new ButlerException(
                    ErrorCode.USAGE,
                    "Confirmation is required, but %s. %s"
                            .formatted(noInput ? "--no-input is set" : "no terminal is available", question),
                    otherwise);
        }
    }

    private String ask(String question) {
        session.messages().ask(question);
        return readLine(session.terminal().in()).strip();
    }

    private boolean canAsk() {
        return session.terminal().isInteractive(Terminal.Stream.IN)
                && session.terminal().isInteractive(Terminal.Stream.ERR);
    }

    private static String readLine(InputStream in) {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        try {
            for (int octet = in.read(); octet >= 0 && octet != '\n'; octet = in.read()) {
                line.write(octet);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return line.toString(StandardCharsets.UTF_8);
    }
}
