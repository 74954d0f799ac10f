package dev.butlerlabs.core.machine;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.InputProblem;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Formats failures for a status: a reason and a message. */
final class FailureMessages {
    private FailureMessages() {}

    /** Returns the message, all problems, and the hint. */
    static String whole(ButlerException failure) {
        String problems =
                failure.problems().stream().map(InputProblem::toString).collect(Collectors.joining("; "));
        return (failure.getMessage() + (problems.isEmpty() ? " " : " " + problems + ". ") + failure.hint()).strip();
    }

    /** Returns {@code ForeignResource} for {@code FOREIGN_RESOURCE}. */
    static String word(ErrorCode code) {
        return Arrays.stream(code.name().split("_"))
                .map(word -> word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT))
                .collect(Collectors.joining());
    }
}
