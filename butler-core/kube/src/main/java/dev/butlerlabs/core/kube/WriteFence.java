package dev.butlerlabs.core.kube;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.net.http.HttpRequest;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Decides whether a request may be sent while this process may not write, such as when it does not hold its lease any more. {@link
 * FencedHttpClient} checks each write twice: before it takes a connection, and when the bytes of the body are about to be sent.
 */
final class WriteFence {
    private static final Set<String> READS = Set.of("GET", "HEAD", "OPTIONS");

    private final BooleanSupplier mayWrite;

    WriteFence(BooleanSupplier mayWrite) {
        this.mayWrite = mayWrite;
    }

    static boolean isWrite(HttpRequest request) {
        return !READS.contains(request.method());
    }

    /** Returns why a request must not be sent now; empty for a read, and for a write while writes are allowed. */
    Optional<ButlerException> rejection(HttpRequest request) {
        return isWrite(request) && !mayWrite.getAsBoolean() ? Optional.of(rejected(request)) : Optional.empty();
    }

    private static ButlerException rejected(HttpRequest request) {
        return new ButlerException(
                ErrorCode.CONFLICT,
                "%s %s was not sent: this process does not hold the lease any more."
                        .formatted(request.method(), request.uri().getPath()));
    }
}
