package dev.butlerlabs.core.quota;

import static dev.butlerlabs.core.quota.QuotaObjects.cluster;
import static dev.butlerlabs.core.quota.QuotaObjects.in;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.quota.ReservationLedger.Stored;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class ReservationLedgerTest {
    private static final Instant NOW = Instant.EPOCH;
    private static final Instant LATER = NOW.plusSeconds(60);
    private static final ClusterRequest SMALL = request(cluster("a", 1));
    private static final ClusterRequest LARGE = request(cluster("a", 5));

    private static ClusterRequest request(TenantCluster cluster) {
        return ClusterRequest.of(cluster, Optional.empty(), Optional.empty());
    }

    private static ReservationLedger ledger(Reservation... entries) {
        return new ReservationLedger(List.of(entries));
    }

    private static ReservationLedger reconciled(Reservation entry, Instant now, Stored... stored) {
        return ledger(entry).reconciled(List.of(stored), now);
    }

    @Test
    void releasesWhatHasNoObject() {
        assertEquals(ledger(), reconciled(Reservation.confirmed(SMALL), NOW));
    }

    @Test
    void keepsWhatMayStillBeStored() {
        Reservation pending = Reservation.pending(SMALL, LATER);

        assertEquals(ledger(pending), reconciled(pending, LATER.minusSeconds(1)));
        assertEquals(ledger(), reconciled(pending, LATER));
    }

    @Test
    void releasesACreationUnderANameThatIsTaken() {
        ClusterRequest second = SMALL.withUid(Optional.of("uid-2"));

        assertEquals(ledger(), reconciled(Reservation.pending(second, LATER), NOW, new Stored.New(SMALL)));
    }

    @Test
    void confirmsWhatIsStored() {
        Reservation pending = Reservation.pending(SMALL.withUid(Optional.empty()), LATER);

        assertEquals(ledger(Reservation.confirmed(SMALL)), reconciled(pending, NOW, new Stored.New(SMALL)));
    }

    @Test
    void keepsALargerReservationUntilItsChangeIsStoredOrLost() {
        Reservation pending = Reservation.pending(LARGE, LATER);

        assertEquals(ledger(pending), reconciled(pending, NOW, new Stored.Running(SMALL)));
        assertEquals(ledger(Reservation.confirmed(LARGE)), reconciled(pending, NOW, new Stored.Running(LARGE)));
        assertEquals(ledger(Reservation.confirmed(SMALL)), reconciled(pending, LATER, new Stored.Running(SMALL)));
    }

    @Test
    void aMoveThatWasNotStoredIsUndone() {
        Reservation moving = Reservation.pending(request(in("prod", cluster("a", 1))), LATER);
        ClusterRequest stored = request(in("dev", cluster("a", 1)));

        assertEquals(ledger(moving), reconciled(moving, NOW, new Stored.Running(stored)));
        assertEquals(ledger(Reservation.confirmed(stored)), reconciled(moving, LATER, new Stored.Running(stored)));
    }

    @Test
    void releasesWhatASmallerClusterNoLongerUses() {
        assertEquals(
                ledger(Reservation.confirmed(SMALL)),
                reconciled(Reservation.confirmed(LARGE), NOW, new Stored.Running(SMALL)));
    }

    @Test
    void neverAddsWhatWasNotAdmitted() {
        Reservation small = Reservation.confirmed(SMALL);

        assertEquals(ledger(small), reconciled(small, NOW, new Stored.Running(LARGE)));
        assertEquals(
                ledger(small),
                reconciled(small, NOW, new Stored.Running(request(in("dev", cluster("a", 1))))),
                "the environment was not admitted either");
    }

    @Test
    void aClusterThatGrowsAgainIsNotAdmittedBecauseItWasThatLargeOnce() {
        ReservationLedger shrunk = reconciled(Reservation.confirmed(LARGE), NOW, new Stored.Running(SMALL));

        assertEquals(1, shrunk.find(LARGE).orElseThrow().request().usage().nodes());
        assertEquals(
                5,
                LARGE.changing(shrunk.find(LARGE).orElseThrow().request())
                        .usage()
                        .nodes());
    }

    @Test
    void adoptsClustersThatRunWithoutAReservation() {
        assertEquals(
                ledger(Reservation.confirmed(SMALL)),
                ReservationLedger.EMPTY.reconciled(
                        List.of(
                                new Stored.Running(SMALL),
                                new Stored.New(request(cluster("new", 1))),
                                new Stored.Deleting(request(cluster("waited", 1)))),
                        NOW));
    }

    @Test
    void countsAClusterThatCannotBeDecodedAsOne() {
        ClusterRequest unknown = SMALL.withUsage(TeamUsage.NONE.withClusters(1));

        assertEquals(
                1,
                ReservationLedger.EMPTY
                        .reconciled(List.of(new Stored.Unreadable(unknown)), NOW)
                        .entries()
                        .size());
        assertEquals(
                ledger(Reservation.confirmed(LARGE)),
                reconciled(Reservation.confirmed(LARGE), NOW, new Stored.Unreadable(unknown)));
    }

    @Test
    void keepsTheReservationOfAClusterThatIsBeingDeleted() {
        Reservation large = Reservation.confirmed(LARGE);

        assertEquals(ledger(large), reconciled(large, NOW, new Stored.Deleting(SMALL)));
    }

    @Test
    void isTheSameAfterItWasWrittenAndRead() {
        ClusterRequest full =
                request(in("dev", cluster("b", 2, 3, "8Gi", "20Gi"))).withCreator(Optional.of("ada"));
        ReservationLedger ledger = ledger(Reservation.confirmed(SMALL), Reservation.pending(full, LATER));

        assertEquals(ledger, ReservationCodec.read(ReservationCodec.write(ledger)));
    }

    @Test
    void ignoresEntriesThatCannotBeRead() {
        Map<String, String> data = new TreeMap<>(ReservationCodec.write(ledger(Reservation.confirmed(SMALL))));
        data.put("x", "{");
        data.put("y", "{\"name\": \"y\"}");

        assertEquals(ledger(Reservation.confirmed(SMALL)), ReservationCodec.read(data));
    }
}
