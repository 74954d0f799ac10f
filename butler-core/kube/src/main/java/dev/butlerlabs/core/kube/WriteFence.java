package dev.butlerlabs.core.kube;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Rejects writes while this process must not write, such as when it does not hold its lease any more. The check is made for each request
 * right before it is sent, so that a process that was suspended in the middle of a step does not finish that step afterwards. A request
 * that was already handed to the HTTP client is not called back.
 */
final class WriteFence implements Interceptor {
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
                    "%s %s was not sent: this process does not hold the lease any more."
                            .formatted(request.method(), request.uri().getPath()));
        }
    }
}
