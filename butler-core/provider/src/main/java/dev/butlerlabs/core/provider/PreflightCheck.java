package dev.butlerlabs.core.provider;

import dev.butlerlabs.core.error.ButlerException;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * A preflight check.
 *
 * @param name CamelCase name, such as {@code Credentials}; used in a condition
 * @param question description for people
 * @param body performs the check; a thrown ButlerException counts as a failure
 */
public record PreflightCheck(String name, String question, Supplier<Result> body) {
    public PreflightCheck {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(question, "question");
        Objects.requireNonNull(body, "body");
    }

    /** Runs the check. Never throws a ButlerException. */
    public Result run() {
        try {
            return body.get();
        } catch (ButlerException e) {
            return new Result.Failed(e.getMessage(), e.hint());
        }
    }

    /** The result of a check. */
    public sealed interface Result {
        /** Success; the text describes the observed state. */
        record Passed(String seen) implements Result {}

        /** A warning: it may work, but should be reviewed. */
        record Doubtful(String message, String hint) implements Result {}

        /** A failure. */
        record Failed(String message, String hint) implements Result {}

        /** Not determined, such as a quota that the credentials cannot read. */
        record Unknown(String message) implements Result {}
    }
}
