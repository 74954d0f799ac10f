package dev.butlerlabs.core.talos.client;

import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * Which cluster is asked about.
 *
 * @param patience how long the machine waits for the cluster to become healthy
 * @param controlPlanes their addresses; with no address at all the machine finds the members itself
 */
public record HealthQuestion(Duration patience, List<String> controlPlanes, List<String> workers) {
    public HealthQuestion {
        Objects.requireNonNull(patience, "patience");
        controlPlanes = List.copyOf(controlPlanes);
        workers = List.copyOf(workers);
    }

    /** About whatever members the machine knows of. */
    public static HealthQuestion within(Duration patience) {
        return new HealthQuestion(patience, List.of(), List.of());
    }
}
