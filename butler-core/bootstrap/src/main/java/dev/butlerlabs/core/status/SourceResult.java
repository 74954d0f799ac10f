package dev.butlerlabs.core.status;

import dev.butlerlabs.core.error.ErrorCode;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/** What was read from a source of the status, or why nothing was read. Immutable. */
public sealed interface SourceResult<T> {
    /** The source was read. */
    record Known<T>(T content) implements SourceResult<T> {
        public Known {
            Objects.requireNonNull(content, "content");
        }
    }

    /**
     * The source could not be read.
     *
     * @param because the cause, without a full stop
     */
    record Unknown<T>(ErrorCode code, String because) implements SourceResult<T> {
        public Unknown {
            Objects.requireNonNull(code, "code");
            Objects.requireNonNull(because, "because");
        }
    }

    /**
     * The source was not read, because it was not selected. Not a problem.
     *
     * @param because the reason, without a full stop
     */
    record Skipped<T>(String because) implements SourceResult<T> {
        public Skipped {
            Objects.requireNonNull(because, "because");
        }
    }

    static <T> SourceResult<T> of(T value) {
        return new Known<>(value);
    }

    /** Returns what was read; empty if the source was not read. */
    default Optional<T> value() {
        return this instanceof Known<T>(T content) ? Optional.of(content) : Optional.empty();
    }

    default boolean isUnknown() {
        return this instanceof Unknown<T>;
    }

    /** Returns text such as {@code unknown because the connection was refused}; empty if the source was read. */
    default String absence() {
        return switch (this) {
            case Known<T> _ -> "";
            case Unknown<T>(ErrorCode _, String because) -> "unknown because " + because;
            case Skipped<T>(String because) -> "not read because " + because;
        };
    }

    default <R> SourceResult<R> map(Function<T, R> change) {
        return switch (this) {
            case Known<T>(T content) -> new Known<>(change.apply(content));
            case Unknown<T>(ErrorCode code, String because) -> new Unknown<>(code, because);
            case Skipped<T>(String because) -> new Skipped<>(because);
        };
    }
}
