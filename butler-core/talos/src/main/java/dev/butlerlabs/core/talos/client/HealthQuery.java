package dev.butlerlabs.core.talos.client;

import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * The cluster to check.
 *
 * @param patience how long the machine waits for the cluster to become healthy
 * @param controlPlanes addresses of the control plane nodes; without any address the machine discovers the members
 */
public record HealthQuery(Duration patience, List<String> controlPlanes, List<String> workers) {
    public HealthQuery {
        Objects.requireNonNull(patience, "patience");
        controlPlanes = List.copyOf(controlPlanes);
        workers = List.copyOf(workers);
    }

    /** Returns a check of the members that the machine discovers. */
    public static HealthQuery within(Duration patience) {
        return new HealthQuery(patience, List.of(), List.of());
    }
}
