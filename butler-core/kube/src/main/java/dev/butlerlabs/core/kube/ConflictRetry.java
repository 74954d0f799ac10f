package dev.butlerlabs.core.kube;

import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.function.Supplier;

/** Writes objects that other clients write to as well, such as controllers that update the status. */
public final class ConflictRetry {
    private static final int TRIES = 8;

    private ConflictRetry() {}

    /**
     * Runs a read-modify-write operation, and runs it again with the current object on a conflict.
     *
     * @return the result of the successful run
     */
    public static <T> T write(Supplier<T> readingAndWriting) {
        for (int attempt = 1; ; attempt++) {
            try {
                return readingAndWriting.get();
            } catch (KubernetesClientException e) {
                if (!KubeErrorMapper.isConflict(e) || attempt == TRIES) {
                    throw e;
                }
            }
        }
    }
}
