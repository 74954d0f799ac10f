package dev.butlerlabs.core.talos.client;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import io.grpc.Status;
import io.grpc.StatusException;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** Turns what gRPC says into sentences. */
final class TalosErrors {
    /** Where the machine's own words say more than the kind of failure. */
    private static final Set<FailureCause> TELLING = EnumSet.of(
            FailureCause.NOT_READY,
            FailureCause.DENIED,
            FailureCause.INVALID,
            FailureCause.NOT_OFFERED,
            FailureCause.EXISTS,
            FailureCause.NOT_FOUND,
            FailureCause.OTHER);

    private TalosErrors() {}

    /**
     * Completes "10.0.0.5 …".
     *
     * @param doing what was asked, such as {@code to be bootstrapped}
     */
    static ButlerException translate(NodeAddress node, String doing, StatusException failure) {
        FailureCause cause = FailureCause.of(failure);
        String words = TELLING.contains(cause) ? said(failure.getStatus()) : "";
        return new ButlerException(
                cause.code(), "%s, asked for %s, %s%s.".formatted(node, doing, cause.phrase(), words), failure);
    }

    static ButlerException interrupted(NodeAddress node, String doing, InterruptedException e) {
        Thread.currentThread().interrupt();
        return new ButlerException(
                ErrorCode.CANCELLED, "The wait for %s, asked for %s, was interrupted.".formatted(node, doing), e);
    }

    private static String said(Status status) {
        return Optional.ofNullable(status.getDescription())
                .map(String::strip)
                .filter(text -> !text.isEmpty())
                .map(text -> ": " + text)
                .orElse("");
    }

    /** The cause of a failure that was translated here; empty for one of another origin. */
    static Optional<FailureCause> cause(ButlerException failure) {
        return failure.getCause() instanceof StatusException status
                ? Optional.of(FailureCause.of(status))
                : Optional.empty();
    }
}
