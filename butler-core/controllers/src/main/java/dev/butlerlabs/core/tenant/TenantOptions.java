package dev.butlerlabs.core.tenant;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;

/**
 * The intervals and deadlines of the TenantCluster reconciler. Immutable.
 *
 * @param recheck the requeue interval for states without a watch
 * @param resync the interval at which a ready cluster is reconciled
 * @param addonPatience how long the deletion of addons may take before the cluster is deleted with them
 * @param deletionDeadline the time after which the status reports a deletion as overdue
 */
public record TenantOptions(
        Duration recheck, Duration resync, Duration addonPatience, Duration deletionDeadline, InstantSource clock) {
    public TenantOptions {
        Objects.requireNonNull(recheck, "recheck");
        Objects.requireNonNull(resync, "resync");
        Objects.requireNonNull(addonPatience, "addonPatience");
        Objects.requireNonNull(deletionDeadline, "deletionDeadline");
        Objects.requireNonNull(clock, "clock");
    }

    public static TenantOptions standard() {
        return new TenantOptions(
                Duration.ofSeconds(10),
                Duration.ofMinutes(10),
                Duration.ofMinutes(5),
                Duration.ofMinutes(30),
                InstantSource.system());
    }

    /** Returns short intervals for simulated environments. */
    public static TenantOptions brisk() {
        return new TenantOptions(
                Duration.ofMillis(500),
                Duration.ofMinutes(10),
                Duration.ofSeconds(10),
                Duration.ofMinutes(2),
                InstantSource.system());
    }
}
