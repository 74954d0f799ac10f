package dev.butlerlabs.core.status;

import java.util.Comparator;
import java.util.Objects;

/**
 * A problem of a management cluster. Ordered by severity, then by subject and message.
 *
 * @param subject the affected object, such as {@code node demo-cp-0}
 * @param message text without a full stop
 * @param command the command to run next
 */
public record StatusProblem(ProblemSeverity severity, String subject, String message, String command)
        implements Comparable<StatusProblem> {
    private static final Comparator<StatusProblem> ORDER = Comparator.comparing(StatusProblem::severity)
            .thenComparing(StatusProblem::subject)
            .thenComparing(StatusProblem::message)
            .thenComparing(StatusProblem::command);

    public StatusProblem {
        Objects.requireNonNull(severity, "severity");
        Objects.requireNonNull(subject, "subject");
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(command, "command");
    }

    static StatusProblem critical(String subject, String message, String command) {
        return new StatusProblem(ProblemSeverity.CRITICAL, subject, message, command);
    }

    static StatusProblem warning(String subject, String message, String command) {
        return new StatusProblem(ProblemSeverity.WARNING, subject, message, command);
    }

    static StatusProblem notice(String subject, String message, String command) {
        return new StatusProblem(ProblemSeverity.NOTICE, subject, message, command);
    }

    @Override
    public int compareTo(StatusProblem other) {
        return ORDER.compare(this, other);
    }
}
