package dev.butlerlabs.core.provider;

import dev.butlerlabs.core.error.ButlerException;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * One thing to look at before a plan is begun.
 *
 * @param name one CamelCase word for programs, such as {@code Credentials}; used as it is in a condition
 * @param question what is looked at, for people
 * @param body dials and answers; may throw a ButlerException, which is a failure in its words
 */
public record Check(String name, String question, Supplier<Result> body) {
    public Check {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(question, "question");
        Objects.requireNonNull(body, "body");
    }

    /** Looks; never throws a ButlerException. */
    public Result run() {
        try {
            return body.get();
        } catch (ButlerException e) {
            return new Result.Failed(e.getMessage(), e.hint());
        }
    }

    /** What a check found. */
    public sealed interface Result {
        /** All is well; the sentence says what was seen. */
        record Passed(String seen) implements Result {}

        /** It may work; somebody should look. */
        record Doubtful(String message, String hint) implements Result {}

        /** It will not work. */
        record Failed(String message, String hint) implements Result {}

        /** It could not be told, such as a quota the credentials may not read. */
        record Unknown(String message) implements Result {}
    }
}
