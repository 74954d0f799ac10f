package dev.butlerlabs.core.helm;

import java.util.Objects;

/** The cluster on which Helm installs a chart, and how its Job connects. */
public sealed interface HelmTarget {
    /** The cluster of the Job before it has a pod network: the Job uses the host network and the local API server proxy of Talos. */
    record BeforeNetwork() implements HelmTarget {}

    /** The cluster of the Job. */
    record Inside() implements HelmTarget {}

    /**
     * Another cluster. The Job needs no permissions in its own cluster.
     *
     * @param secret the Secret with a kubeconfig, in the namespace of the Job
     */
    record Abroad(String secret, String key) implements HelmTarget {
        public Abroad {
            Objects.requireNonNull(secret, "secret");
            Objects.requireNonNull(key, "key");
        }
    }
}
