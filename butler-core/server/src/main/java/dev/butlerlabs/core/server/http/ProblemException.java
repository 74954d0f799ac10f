package dev.butlerlabs.core.server.http;

import java.util.Objects;

/** A request that is answered with a problem document. */
public final class ProblemException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient ProblemDocument problem;

    public ProblemException(ProblemDocument problem) {
        super(problem.detail(), null, false, false);
        this.problem = Objects.requireNonNull(problem, "problem");
    }

    /** Creates an exception for a status of the HTTP layer itself. */
    public static ProblemException of(int status, String title, String detail) {
        return new ProblemException(ProblemDocument.of(status, title, detail));
    }

    public ProblemDocument problem() {
        return problem;
    }
}
