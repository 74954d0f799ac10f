package dev.butlerlabs.core.cli;

import dev.butlerlabs.core.config.ConfigText;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Path;

/** Reads a file named on the command line, or standard input if its name is a dash. */
public final class InputText {
    private static final String STANDARD_INPUT = "-";

    private InputText() {}

    /**
     * Returns the text.
     *
     * @throws ButlerException if it cannot be read, is too large or is not UTF-8
     */
    public static ConfigText read(CommandContext session, Path file) {
        if (!file.toString().equals(STANDARD_INPUT)) {
            return ConfigText.of(file);
        }
        try {
            return ConfigText.read("standard input", session.terminal().in());
        } catch (IOException e) {
            throw new ButlerException(ErrorCode.UNREADABLE_FILE, "Cannot read standard input.", e);
        }
    }
}
