package dev.butlerlabs.core.error;

import java.util.List;
import java.util.Objects;

/** An error for the user: an error code, a message, a hint and, for invalid input, every problem found. Immutable. */
public final class ButlerException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ErrorCode code;
    private final String hint;
    private final transient List<InputProblem> problems;

    public ButlerException(ErrorCode code, String sentence) {
        this(code, sentence, code.remedy(0), List.of(), null);
    }

    public ButlerException(ErrorCode code, String sentence, String hint) {
        this(code, sentence, hint, List.of(), null);
    }

    public ButlerException(ErrorCode code, String sentence, Throwable cause) {
        this(code, sentence, code.remedy(0), List.of(), cause);
    }

    public ButlerException(ErrorCode code, String sentence, String hint, List<InputProblem> problems, Throwable cause) {
        super(sentence, cause);
        this.code = Objects.requireNonNull(code, "code");
        this.hint = Objects.requireNonNull(hint, "hint");
        this.problems = List.copyOf(problems);
    }

    /** Returns an error for invalid input that lists every problem. */
    public static ButlerException invalid(String sentence, List<InputProblem> problems) {
        return new ButlerException(
                ErrorCode.INVALID_INPUT, sentence, ErrorCode.INVALID_INPUT.remedy(problems.size()), problems, null);
    }

    public ErrorCode code() {
        return code;
    }

    public ErrorKind kind() {
        return code.kind();
    }

    public String hint() {
        return hint;
    }

    public List<InputProblem> problems() {
        return problems;
    }
}
