package dev.butlerlabs.sim.cluster.control;

import java.time.Duration;
import java.util.Objects;

/**
 * How long things take in a cluster.
 *
 * @param podStart from a pod that has its node to a pod that runs
 * @param retry until a failed pull or a failed job is tried again
 * @param silence after which a kubelet that says nothing is given up
 */
public record ClusterTempo(Duration podStart, Duration retry, Duration silence) {
    /** As fast as the order of events allows. */
    public static final ClusterTempo QUICK =
            new ClusterTempo(Duration.ofMillis(20), Duration.ofMillis(100), Duration.ofMillis(200));

    public ClusterTempo {
        Objects.requireNonNull(podStart, "podStart");
        Objects.requireNonNull(retry, "retry");
        Objects.requireNonNull(silence, "silence");
    }
}
