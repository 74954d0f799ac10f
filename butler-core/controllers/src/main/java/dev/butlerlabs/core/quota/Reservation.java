package dev.butlerlabs.core.quota;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * What is reserved for one tenant cluster. Immutable.
 *
 * @param request what was admitted; it is never less than what the stored object may use
 * @param pendingUntil until when an admitted change may still be stored; empty once the stored object was seen
 */
record Reservation(ClusterRequest request, Optional<Instant> pendingUntil) {
    Reservation {
        Objects.requireNonNull(request, "request");
        Objects.requireNonNull(pendingUntil, "pendingUntil");
    }

    static Reservation confirmed(ClusterRequest request) {
        return new Reservation(request, Optional.empty());
    }

    static Reservation pending(ClusterRequest request, Instant until) {
        return new Reservation(request, Optional.of(until));
    }

    boolean isPending(Instant now) {
        return pendingUntil.filter(now::isBefore).isPresent();
    }

    /**
     * Returns the reservation after its object was seen. While a change is pending, nothing is released. If the change was not stored in
     * time, its size and environment are those of the object again. Nothing is added here: a larger object must be admitted first.
     *
     * @param stored what the stored object requests
     */
    Reservation seen(ClusterRequest stored, Instant now) {
        ClusterRequest known = request.withUid(stored.uid());
        ClusterRequest current = stored.changing(known);
        if (isPending(now)) {
            return current.equals(known) ? confirmed(known) : this;
        }
        ClusterRequest basis = pendingUntil.isPresent() ? known.withEnvironment(current.environment()) : known;
        return confirmed(current.usage().isWithin(known.usage()) ? basis.withSize(current) : basis);
    }
}
