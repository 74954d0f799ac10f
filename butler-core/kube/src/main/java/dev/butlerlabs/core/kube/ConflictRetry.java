package dev.butlerlabs.core.kube;

import dev.butlerlabs.core.retry.CallRetrier;
import dev.butlerlabs.core.retry.CallRetryPolicy;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.function.Supplier;

/** Writes objects that other clients write to as well, such as controllers that update the status. */
public final class ConflictRetry {
    private static final CallRetrier WRITES = new CallRetrier(CallRetryPolicy.on(
                    failure -> failure instanceof KubernetesClientException e && KubeErrorMapper.isConflict(e))
            .withAttempts(8));

    private ConflictRetry() {}

    /**
     * Runs a read-modify-write operation, and runs it again with the current object on a conflict.
     *
     * @return the result of the successful run
     */
    public static <T> T write(Supplier<T> readingAndWriting) {
        return WRITES.call(readingAndWriting);
    }
}
