package dev.butlerlabs.core.status;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * The Butler controllers. Immutable.
 *
 * @param desired number of requested replicas; empty if they are not installed
 * @param image empty if they are not installed
 * @param leader empty if no process holds the Lease
 * @param shards empty if the leader reconciles all tenant clusters
 */
public record ControllersObservation(
        Optional<Integer> desired,
        int ready,
        Optional<String> image,
        Optional<Leader> leader,
        Optional<ShardsObservation> shards) {
    public ControllersObservation {
        Objects.requireNonNull(desired, "desired");
        Objects.requireNonNull(image, "image");
        Objects.requireNonNull(leader, "leader");
        Objects.requireNonNull(shards, "shards");
    }

    /**
     * The holder of the Lease.
     *
     * @param sinceRenewal time since the last renewal
     * @param lease how long the Lease is valid after a renewal
     */
    public record Leader(String identity, Duration sinceRenewal, Duration lease) {
        /** Clocks of machines differ by seconds. */
        private static final Duration TOLERANCE = Duration.ofSeconds(15);

        public Leader {
            Objects.requireNonNull(identity, "identity");
            Objects.requireNonNull(sinceRenewal, "sinceRenewal");
            Objects.requireNonNull(lease, "lease");
        }

        public boolean isExpired() {
            return sinceRenewal.compareTo(lease.plus(TOLERANCE)) > 0;
        }
    }
}
