package dev.butlerlabs.core.kube;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.net.http.HttpRequest;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Rejects writes while this process must not write, such as after it lost its lease. Each request is checked right before it is
 * sent, so that a process that was suspended in the middle of a step does not finish that step afterwards. A request that was
 * already passed to the HTTP client is not recalled.
 */
final class WriteFence {
    private static final Set<String> READS = Set.of("GET", "HEAD", "OPTIONS");

    private final BooleanSupplier mayWrite;

    WriteFence(BooleanSupplier mayWrite) {
        this.mayWrite = mayWrite;
    }

    @Override
    public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
        if (!READS.contains(request.method()) && !mayWrite.getAsBoolean()) {
            throw new ButlerException(
                    ErrorCode.CONFLICT,
                    "%s %s was not sent: this process no longer holds the lease."
                            .formatted(request.method(), request.uri().getPath()));
        }
    }
}
