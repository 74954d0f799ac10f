package dev.butlerlabs.core.helm;

import java.util.Objects;

/** Which cluster Helm works on, and from where. */
public sealed interface Reach {
    /** Its own, while pods have no network: on the network of the host, by what Talos puts before the API servers there. */
    record BeforeNetwork() implements Reach {}

    /** Its own. */
    record Inside() implements Reach {}

    /**
     * Another cluster. Helm then needs no rights in its own.
     *
     * @param secret beside the Job, with a kubeconfig
     */
    record Abroad(String secret, String key) implements Reach {
        public Abroad {
            Objects.requireNonNull(secret, "secret");
            Objects.requireNonNull(key, "key");
        }
    }
}
