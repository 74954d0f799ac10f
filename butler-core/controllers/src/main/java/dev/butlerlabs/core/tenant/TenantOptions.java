package dev.butlerlabs.core.tenant;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;

/**
 * How patient the reconciliation of tenant clusters is.
 *
 * @param recheck how soon to look again at what no watch tells of
 * @param resync how often to look at a cluster that is ready and quiet
 * @param addonPatience how long addons may take to go before the cluster is taken away under them
 * @param deletionDeadline by when a deleted cluster should be gone; after that its status says that it is overdue
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

    /** For simulated worlds, in which things take no time. */
    public static TenantOptions brisk() {
        return new TenantOptions(
                Duration.ofMillis(500),
                Duration.ofMinutes(10),
                Duration.ofSeconds(10),
                Duration.ofMinutes(2),
                InstantSource.system());
    }
}
