package dev.butlerlabs.core.reconcile;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Decides which Leases other processes hold. Whether one has expired is decided by how long this process has observed it unchanged, never by comparing clocks.
 * For use by one thread.
 */
public final class LeaseObserver {
    private final Duration standard;
    private final LongSupplier nanoTime;
    private final Map<String, Observation> observations = new HashMap<>();

    private record Observation(String version, long since) {}

    /**
     * @param standard the duration of leases that contain none
     * @param nanoTime the elapsed time in this process, such as {@link System#nanoTime}
     */
    public LeaseObserver(Duration standard, LongSupplier nanoTime) {
        this.standard = standard;
        this.nanoTime = nanoTime;
    }

    /** Notes the current state of all leases of interest, and forgets all others. */
    public void observe(Collection<Lease> leases) {
        long now = nanoTime.getAsLong();
        Set<String> names = new HashSet<>();
        for (Lease lease : leases) {
            names.add(lease.getMetadata().getName());
            observations.merge(
                    lease.getMetadata().getName(),
                    new Observation(LeaseClaim.version(lease), now),
                    (before, current) -> before.version().equals(current.version()) ? before : current);
        }
        observations.keySet().retainAll(names);
    }

    /** Returns the process that holds an observed lease; empty if it is released or has expired. */
    public Optional<String> holder(Lease lease) {
        Duration unchanged = Optional.ofNullable(
                        observations.get(lease.getMetadata().getName()))
                .map(observation -> Duration.ofNanos(nanoTime.getAsLong() - observation.since()))
                .orElse(Duration.ZERO);
        return LeaseClaim.holder(lease).filter(holder -> unchanged.compareTo(LeaseClaim.duration(lease, standard)) < 0);
    }
}
