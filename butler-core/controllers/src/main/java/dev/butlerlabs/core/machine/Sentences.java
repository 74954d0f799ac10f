package dev.butlerlabs.core.machine;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.Problem;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Failures as a status tells them: one word and one or two sentences. */
final class Sentences {
    private Sentences() {}

    /** What went wrong, every problem, and what to do. */
    static String whole(ButlerException failure) {
        String problems = failure.problems().stream().map(Problem::toString).collect(Collectors.joining("; "));
        return (failure.getMessage() + (problems.isEmpty() ? " " : " " + problems + ". ") + failure.hint()).strip();
    }

    /** {@code FOREIGN_RESOURCE} as {@code ForeignResource}. */
    static String word(ErrorCode code) {
        return Arrays.stream(code.name().split("_"))
                .map(word -> word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT))
                .collect(Collectors.joining());
    }
}
