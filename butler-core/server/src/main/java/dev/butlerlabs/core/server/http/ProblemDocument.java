package dev.butlerlabs.core.server.http;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.InputProblem;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Why a request was rejected, as {@code application/problem+json} (RFC 9457).
 *
 * @param type always {@code about:blank}
 * @param title a short summary
 * @param code the error code, such as {@code BTL-0300}
 * @param detail what failed and why
 * @param hint what to do
 * @param problems every problem of the input
 */
public record ProblemDocument(
        String type,
        String title,
        int status,
        Optional<String> code,
        String detail,
        Optional<String> hint,
        List<FieldProblem> problems) {
    public static final String CONTENT_TYPE = "application/problem+json";

    private static final int UNPROCESSABLE = 422;

    public ProblemDocument {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(title, "title");
        Objects.requireNonNull(code, "code");
        Objects.requireNonNull(detail, "detail");
        Objects.requireNonNull(hint, "hint");
        problems = List.copyOf(problems);
    }

    /**
     * One problem of the input.
     *
     * @param path the field, such as {@code spec.workers.replicas}; empty for the whole input
     * @param fix how to fix it
     */
    public record FieldProblem(String path, String message, Optional<String> fix) {
        static FieldProblem of(InputProblem problem) {
            return new FieldProblem(
                    problem.path(),
                    problem.sentence(),
                    Optional.of(problem.hint()).filter(text -> !text.isEmpty()));
        }
    }

    static ProblemDocument of(int status, String title, String detail) {
        return new ProblemDocument("about:blank", title, status, Optional.empty(), detail, Optional.empty(), List.of());
    }

    /** Returns a document with status 422 that lists every problem. */
    public static ProblemDocument invalid(String title, String detail, List<InputProblem> problems) {
        return new ProblemDocument(
                "about:blank",
                title,
                UNPROCESSABLE,
                Optional.of(ErrorCode.INVALID_INPUT.id()),
                detail,
                Optional.of(ErrorCode.INVALID_INPUT.remedy(problems.size())),
                problems.stream().map(FieldProblem::of).toList());
    }

    /** Returns the document for an error of an operation. */
    public static ProblemDocument of(ButlerException failure) {
        return new ProblemDocument(
                "about:blank",
                failure.code().title(),
                status(failure.code()),
                Optional.of(failure.code().id()),
                failure.getMessage(),
                Optional.of(failure.hint()).filter(text -> !text.isEmpty()),
                failure.problems().stream().map(FieldProblem::of).toList());
    }

    /** Returns the document with another status. */
    public ProblemDocument withStatus(int other) {
        return new ProblemDocument(type, title, other, code, detail, hint, problems);
    }

    /** The Kubernetes API, not this server, is the one that rejects, cannot be reached or is late. */
    static int status(ErrorCode code) {
        return switch (code) {
            case UNAUTHENTICATED, EXPIRED_CREDENTIALS, LOGIN_REQUIRED, LOGIN_REJECTED -> 401;
            case NOT_MANAGEMENT_CLUSTER -> 503;
            default ->
                switch (code.kind()) {
                    case USAGE, INVALID -> UNPROCESSABLE;
                    case DENIED -> 403;
                    case NOT_FOUND -> 404;
                    case CONFLICT, PROVIDER, DEGRADED -> 409;
                    case UNREACHABLE -> 502;
                    case TIMEOUT -> 504;
                    case CANCELLED, ENVIRONMENT -> 503;
                    case INTERNAL -> 500;
                };
        };
    }
}
