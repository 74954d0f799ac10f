package dev.butlerlabs.core.quota;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The reservations of a team. Immutable; pure functions.
 *
 * @param entries one for each object, or none
 */
record ReservationLedger(List<Reservation> entries) {
    static final ReservationLedger EMPTY = new ReservationLedger(List.of());

    ReservationLedger {
        entries = List.copyOf(entries);
    }

    /** A stored tenant cluster, as far as the ledger depends on it. */
    sealed interface Stored {
        ClusterRequest request();

        /** Not admitted yet as far as its status shows. */
        record New(ClusterRequest request) implements Stored {}

        /**
         * Its status shows that it was admitted.
         *
         * @param request what it runs with
         */
        record Running(ClusterRequest request) implements Stored {}

        /** Being deleted; it uses what was reserved until it is gone. */
        record Deleting(ClusterRequest request) implements Stored {}

        /** Cannot be decoded or has no spec; only its name is known. */
        record Unreadable(ClusterRequest request) implements Stored {}
    }

    Optional<Reservation> find(ClusterRequest cluster) {
        return entries.stream()
                .filter(entry -> entry.request().isSameCluster(cluster))
                .findFirst();
    }

    /** Returns what is reserved for other clusters. */
    List<ClusterRequest> others(ClusterRequest cluster) {
        return entries.stream()
                .map(Reservation::request)
                .filter(request -> !request.isSameCluster(cluster))
                .toList();
    }

    /** Returns the ledger with this reservation instead of the one of the same cluster. */
    ReservationLedger with(Reservation reservation) {
        return new ReservationLedger(Stream.concat(
                        entries.stream().filter(entry -> !entry.request().isSameCluster(reservation.request())),
                        Stream.of(reservation))
                .toList());
    }

    /**
     * Returns the ledger compared with the stored clusters: without reservations whose object is gone, and with reservations for clusters
     * that run without one, such as those that are older than the ledger.
     *
     * @param stored all clusters of the namespace, listed after the ledger was read
     */
    ReservationLedger reconciled(List<Stored> stored, Instant now) {
        List<Reservation> current = new ArrayList<>();
        for (Reservation entry : entries) {
            reconciled(entry, stored, now).ifPresent(current::add);
        }
        ReservationLedger known = new ReservationLedger(current);
        for (Stored cluster : stored) {
            if (known.find(cluster.request()).isEmpty() && isCounted(cluster)) {
                known = known.with(Reservation.confirmed(cluster.request()));
            }
        }
        return known;
    }

    private static Optional<Reservation> reconciled(Reservation entry, List<Stored> stored, Instant now) {
        Optional<Stored> object = stored.stream()
                .filter(cluster -> cluster.request().isSameCluster(entry.request()))
                .findFirst();
        if (object.isEmpty()) {
            return entry.isPending(now) && !isNameTaken(entry, stored) ? Optional.of(entry) : Optional.empty();
        }
        return Optional.of(
                switch (object.get()) {
                    case Stored.New cluster -> entry.seen(cluster.request(), now);
                    case Stored.Running cluster -> entry.seen(cluster.request(), now);
                    case Stored.Deleting _, Stored.Unreadable _ -> entry;
                });
    }

    /** The API server rejects the creation of a second object with the same name. */
    private static boolean isNameTaken(Reservation entry, List<Stored> stored) {
        return stored.stream()
                .anyMatch(cluster ->
                        cluster.request().name().equals(entry.request().name()));
    }

    private static boolean isCounted(Stored cluster) {
        return switch (cluster) {
            case Stored.Running _, Stored.Unreadable _ -> true;
            case Stored.New _, Stored.Deleting _ -> false;
        };
    }
}
