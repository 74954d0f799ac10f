package dev.butlerlabs.core.kube;

import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.function.Supplier;

/** Writing to objects that others write to as well, such as a controller that notes how far it is. */
public final class Contended {
    private static final int TRIES = 8;

    private Contended() {}

    /** Does it, and does it again from what is there now whenever somebody else wrote between the reading and the writing. */
    public static <T> T write(Supplier<T> readingAndWriting) {
        for (int attempt = 1; ; attempt++) {
            try {
                return readingAndWriting.get();
            } catch (KubernetesClientException e) {
                if (!KubeErrors.isConflict(e) || attempt == TRIES) {
                    throw e;
                }
            }
        }
    }
}
