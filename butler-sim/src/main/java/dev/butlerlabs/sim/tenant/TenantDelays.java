package dev.butlerlabs.sim.tenant;

import java.time.Duration;
import java.util.Objects;

/**
 * Delays of simulated tenants.
 *
 * @param infrastructure until the infrastructure of a cluster is ready
 * @param controlPlane until a control plane has started or runs another version
 * @param machine until a machine has joined, and until it is deleted
 */
public record TenantDelays(Duration infrastructure, Duration controlPlane, Duration machine) {
    /** No delays: as fast as the order of events permits. */
    public static final TenantDelays QUICK =
            new TenantDelays(Duration.ofMillis(20), Duration.ofMillis(50), Duration.ofMillis(50));

    public TenantDelays {
        Objects.requireNonNull(infrastructure, "infrastructure");
        Objects.requireNonNull(controlPlane, "controlPlane");
        Objects.requireNonNull(machine, "machine");
    }
}
