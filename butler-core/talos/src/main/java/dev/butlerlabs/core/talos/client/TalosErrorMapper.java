package dev.butlerlabs.core.talos.client;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import io.grpc.Status;
import io.grpc.StatusException;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** Translates gRPC failures to {@link ButlerException}. */
final class TalosErrorMapper {
    /** Causes for which the message of the machine is more specific than the cause. */
    private static final Set<FailureCause> TELLING = EnumSet.of(
            FailureCause.NOT_READY,
            FailureCause.DENIED,
            FailureCause.INVALID,
            FailureCause.NOT_OFFERED,
            FailureCause.EXISTS,
            FailureCause.NOT_FOUND,
            FailureCause.OTHER);

    private TalosErrorMapper() {}

    /**
     * Returns an error such as {@code 10.0.0.5:50000: bootstrapping etcd failed: the machine is not ready.}
     *
     * @param doing the failed operation, such as {@code bootstrapping etcd}
     */
    static ButlerException translate(NodeAddress node, String doing, StatusException failure) {
        FailureCause cause = FailureCause.of(failure);
        String words = TELLING.contains(cause) ? said(failure.getStatus()) : "";
        return new ButlerException(
                cause.code(), "%s: %s failed: %s%s.".formatted(node, doing, cause.phrase(), words), failure);
    }

    static ButlerException interrupted(NodeAddress node, String doing, InterruptedException e) {
        Thread.currentThread().interrupt();
        return new ButlerException(ErrorCode.CANCELLED, "%s: %s was interrupted.".formatted(node, doing), e);
    }

    private static String said(Status status) {
        return Optional.ofNullable(status.getDescription())
                .map(String::strip)
                .filter(text -> !text.isEmpty())
                .map(text -> ": " + text)
                .orElse("");
    }

    /**
     * Returns the cause of a failure that was translated here.
     *
     * @return empty for other failures
     */
    static Optional<FailureCause> cause(ButlerException failure) {
        return failure.getCause() instanceof StatusException status
                ? Optional.of(FailureCause.of(status))
                : Optional.empty();
    }
}
