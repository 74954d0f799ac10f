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

/** Questions to the person at the terminal. Where nobody can answer, the failure names the option that answers. */
public final class Prompts {
    private final Session session;
    private final boolean yes;
    private final boolean noInput;

    Prompts(Session session, boolean yes, boolean noInput) {
        this.session = session;
        this.yes = yes;
        this.noInput = noInput;
    }

    /** Goes on only with a yes; {@code --yes} gives it beforehand. */
    public void confirm(String question) {
        if (yes) {
            return;
        }
        String answer =
                ask(question + " [y/N] ", "Pass --yes to agree beforehand.").toLowerCase(Locale.ROOT);
        if (!answer.equals("y") && !answer.equals("yes")) {
            throw new ButlerException(ErrorCode.CANCELLED, "Nothing was changed: the answer was not yes.");
        }
    }

    /**
     * Goes on only when the name of what is about to be lost was typed, for which a plain yes is too easily given.
     *
     * @param given the name as passed by {@code --confirm}
     */
    public void confirmByName(String warning, String name, Optional<String> given) {
        String typed = given.orElseGet(() ->
                ask(warning + " Type " + name + " to go on: ", "Pass --confirm=" + name + " to agree beforehand."));
        if (!typed.equals(name)) {
            throw new ButlerException(
                    ErrorCode.CANCELLED, "Nothing was changed: '%s' is not '%s'.".formatted(typed, name));
        }
    }

    private String ask(String question, String otherwise) {
        if (noInput || !canAsk()) {
            String why = noInput ? "--no-input forbids to ask" : "there is no terminal to ask on";
            throw new ButlerException(
                    ErrorCode.USAGE, "This needs an answer and " + why + ": " + question.strip(), otherwise);
        }
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
