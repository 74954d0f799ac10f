package dev.butlerlabs.sim.cluster.control;

import java.time.Duration;
import java.util.Objects;

/**
 * Delays in a simulated cluster.
 *
 * @param podStart from scheduling to a running pod
 * @param retry until a failed pull or a failed job is retried
 * @param silence after which a node without heartbeat is unreachable
 */
public record ClusterDelays(Duration podStart, Duration retry, Duration silence) {
    /** No delays: as fast as the order of events permits. */
    public static final ClusterDelays QUICK =
            new ClusterDelays(Duration.ofMillis(20), Duration.ofMillis(100), Duration.ofMillis(200));

    public ClusterDelays {
        Objects.requireNonNull(podStart, "podStart");
        Objects.requireNonNull(retry, "retry");
        Objects.requireNonNull(silence, "silence");
    }
}
