package dev.butlerlabs.sim.tenant;

import java.time.Duration;
import java.util.Objects;

/**
 * How long things take.
 *
 * @param infrastructure until the infrastructure of a cluster is ready
 * @param controlPlane until a control plane has started or runs another version
 * @param machine until a machine has joined, and until it has gone
 */
public record TenantTempo(Duration infrastructure, Duration controlPlane, Duration machine) {
    /** As fast as the order of events allows. */
    public static final TenantTempo QUICK =
            new TenantTempo(Duration.ofMillis(20), Duration.ofMillis(50), Duration.ofMillis(50));

    public TenantTempo {
        Objects.requireNonNull(infrastructure, "infrastructure");
        Objects.requireNonNull(controlPlane, "controlPlane");
        Objects.requireNonNull(machine, "machine");
    }
}
