package dev.butlerlabs.core.ipam;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.IPAllocation;
import dev.butlerlabs.core.api.NetworkPool;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.kube.UndecodableObject;
import dev.butlerlabs.core.net.IpRange;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The protocol between pool and IPAllocations, raced, interrupted and crashed. */
class PoolAllocatorTest {
    private static final ObjectName POOL = new ObjectName(Requests.NAMESPACE, Requests.POOL);

    @Test
    void servesEverybodyOnce() {
        MemoryDoor door = door("10.0.0.0/24");
        IntStream.range(0, 20).forEach(number -> door.create(Requests.allocation("a" + number, 4), number));

        AllocationResult served = desk(door).serve(POOL).orElseThrow();

        assertThat(served.held()).hasSize(20);
        assertThat(served.space().figures().free()).isEqualTo(254 - 80);
        assertThat(door.all()).allMatch(claim -> claim.block().isPresent());
        assertThat(door.overlaps).hasValue(0);
    }

    @Test
    void theRecordsAloneMakeTheSameSpace() {
        MemoryDoor door = door("10.0.0.0/24");
        IntStream.range(0, 30)
                .forEach(number -> door.create(Requests.allocation("a" + number, 1 + number % 7), number));
        AllocationResult live = desk(door).serve(POOL).orElseThrow();

        AllocationResult again = desk(door).serve(POOL).orElseThrow();

        assertThat(again.space()).isEqualTo(live.space());
    }

    @Test
    void addressesOfAnUnreadableObjectStayReservedAndOthersAreServed() {
        MemoryDoor door = door("10.0.0.0/29");
        door.create(Requests.allocation("bad", 4), 1);
        desk(door).serve(POOL);
        door.garble("uid-bad", unreadable(Optional.of(IpRange.between("10.0.0.1", "10.0.0.4")), false));
        door.create(Requests.allocation("fine", 2), 2);
        door.create(Requests.allocation("late", 2), 3);

        AllocationResult served = desk(door).serve(POOL).orElseThrow();

        assertThat(blocks(door)).containsExactly("10.0.0.5-10.0.0.6");
        assertThat(served.suspension()).isEmpty();
        assertThat(served.space().figures().free()).isZero();
        assertThat(served.standings()).containsOnlyKeys("uid-late");
        assertThat(door.users(POOL)).hasSize(2);
    }

    @Test
    void allocatesNothingWhileARangeOfThePoolIsUnknown() {
        MemoryDoor door = door("10.0.0.0/29");
        door.create(Requests.allocation("bad", 4), 1);
        door.garble("uid-bad", unreadable(Optional.empty(), true));
        door.create(Requests.allocation("fine", 2), 2);

        AllocationResult served = desk(door).serve(POOL).orElseThrow();

        assertThat(blocks(door)).isEmpty();
        assertThat(served.suspension().orElseThrow()).contains("IPAllocation default/bad", "spec.count");
        assertThat(served.standings().get("uid-fine").reason()).isEqualTo("AllocationUnreadable");
        assertThat(door.users(POOL)).hasSize(1);
    }

    @Test
    void anUnreadableObjectThatHoldsNothingIsNeitherServedNorInTheWay() {
        MemoryDoor door = door("10.0.0.0/29");
        door.create(Requests.allocation("bad", 4), 1);
        door.garble("uid-bad", unreadable(Optional.empty(), false));
        door.create(Requests.allocation("fine", 6), 2);

        desk(door).serve(POOL);

        assertThat(blocks(door)).containsExactly("10.0.0.1-10.0.0.6");
    }

    /** Another process that can read the object may still confirm the grant. */
    @Test
    void aGrantToAnObjectThatBecameUnreadableStaysInThePool() {
        MemoryDoor door = door("10.0.0.0/29");
        door.create(Requests.allocation("bad", 4), 1);
        crash(door, 2, false);
        door.garble("uid-bad", unreadable(Optional.empty(), false));
        door.create(Requests.allocation("fine", 2), 2);

        desk(door).serve(POOL);

        assertThat(blocks(door)).containsExactly("10.0.0.5-10.0.0.6");
        assertThat(door.ledger().grants()).extracting(AddressReservation::uid).containsExactly("uid-bad", "uid-fine");
    }

    private static List<String> blocks(MemoryDoor door) {
        return door.all().stream()
                .flatMap(claim -> claim.block().stream())
                .map(IpRange::toString)
                .toList();
    }

    private static UnreadableAllocation unreadable(Optional<IpRange> block, boolean rangeUnknown) {
        return new UnreadableAllocation(
                new UndecodableObject(
                        "IPAllocation",
                        new ObjectName(Requests.NAMESPACE, "bad"),
                        "spec.count: is out of range for Integer"),
                Optional.of(Requests.POOL),
                Optional.empty(),
                Optional.empty(),
                block,
                rangeUnknown);
    }

    /** Every write of a run is the last one of its process once: before it happens, and after it has without an answer. */
    @Test
    void aCrashAtAnyWriteLosesAndDoublesNothing() {
        for (boolean performed : List.of(false, true)) {
            for (int crashAt = 1; crashAt <= 14; crashAt++) {
                MemoryDoor door = door("10.0.0.0/26");
                IntStream.range(0, 9).forEach(number -> door.create(Requests.allocation("a" + number, 4), number));
                crash(door, crashAt, performed);
                door.release("uid-a0");
                door.touch("uid-a1");
                door.create(Requests.allocation("b", 20), 20);

                assertThat(desk(door).serve(POOL)).isPresent();

                assertThat(door.overlaps).as("write %d", crashAt).hasValue(0);
                assertThat(door.all().stream().filter(claim -> claim.block().isPresent()))
                        .as("served in the end")
                        .hasSizeGreaterThanOrEqualTo(9);
            }
        }
    }

    private static void crash(MemoryDoor door, int at, boolean performed) {
        try {
            desk(new CrashingDoor(door, at, performed)).serve(POOL);
        } catch (Crash expected) {
            assertThat(expected).isNotNull();
        }
    }

    /** A writer that sleeps between promise and keeping, while the claim is released and its addresses go to somebody else. */
    @Test
    void aPromiseKeptTooLateHasNoEffect() {
        MemoryDoor door = door("10.0.0.0/29");
        door.create(Requests.allocation("slow", 6), 1);
        List<Runnable> later = new ArrayList<>();
        PoolRepository sleeping = new Delegate(door) {
            @Override
            boolean keep(IPAllocation read, IPAllocation withStatus) {
                later.add(() -> door.keep(read, withStatus));
                return false;
            }
        };
        desk(sleeping).serve(POOL);
        desk(door).serve(POOL);
        assertThat(door.release("uid-slow")).isTrue();
        door.create(Requests.allocation("next", 6), 2);
        desk(door).serve(POOL);

        later.forEach(Runnable::run);

        assertThat(door.overlaps).hasValue(0);
        assertThat(door.all().stream()
                        .filter(claim -> claim.block().isPresent())
                        .map(AllocationClaim::name))
                .containsExactly("next");
    }

    @Test
    void addressesStayTakenWhenTheirAllocationNamesAnotherPool() {
        MemoryDoor door = door("10.0.0.0/28");
        door.create(Requests.allocation("first", 6), 1);
        desk(door).serve(POOL);
        door.rename("uid-first", "elsewhere");
        door.create(Requests.allocation("second", 6), 2);

        desk(door).serve(POOL);

        assertThat(door.overlaps).hasValue(0);
        assertThat(door.all()).allMatch(claim -> claim.block().isPresent());
    }

    @Test
    @Timeout(value = 120, unit = TimeUnit.SECONDS)
    void racingDesksThatCrashGiveNoAddressTwice() throws Exception {
        MemoryDoor door = door("10.0.0.0/21");
        int claims = 600;
        Random random = new Random(8);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> work = new ArrayList<>();
            for (int writer = 0; writer < 4; writer++) {
                long seed = random.nextLong();
                work.add(threads.submit(() -> serveAndCrash(door, new Random(seed))));
            }
            work.add(threads.submit(() -> churn(door, claims, new Random(5))));
            for (Future<?> part : work) {
                part.get();
            }
        }
        desk(door).serve(POOL);

        assertThat(door.overlaps).hasValue(0);
        assertThat(door.all()).hasSize(claims);
        assertThat(door.all().stream()
                        .filter(AllocationClaim::isWaiting)
                        .filter(claim -> claim.spec().count() == 1))
                .as("nobody waits for a single address while there are some")
                .isEmpty();
    }

    private static void serveAndCrash(MemoryDoor door, Random random) {
        for (int i = 0; i < 40; i++) {
            crash(door, 1 + random.nextInt(40), random.nextBoolean());
        }
    }

    private static void churn(MemoryDoor door, int claims, Random random) {
        for (int number = 0; number < claims; number++) {
            door.create(Requests.allocation("c" + number, 1 + random.nextInt(3)), number);
            door.touch("uid-c" + random.nextInt(number + 1));
            door.release("uid-c" + random.nextInt(number + 1));
        }
    }

    private static MemoryDoor door(String cidr) {
        return new MemoryDoor(Requests.pool(cidr));
    }

    private static PoolAllocator desk(PoolRepository door) {
        return new PoolAllocator(door, InstantSource.system(), 8, AllocationBackoff.plain(), (allocation, block) -> {});
    }

    /** The process is gone. */
    private static final class Crash extends RuntimeException {
        private static final long serialVersionUID = 1;

        Crash(boolean written) {
            super("written: " + written);
        }
    }

    private static class Delegate extends PoolRepository {
        private final PoolRepository door;

        Delegate(PoolRepository door) {
            super(null);
            this.door = door;
        }

        @Override
        Optional<NetworkPool> pool(ObjectName name) {
            return door.pool(name);
        }

        @Override
        List<AllocationClaim> claims(ObjectName pool) {
            return door.claims(pool);
        }

        @Override
        boolean swap(NetworkPool read, PoolReservations ledger) {
            return door.swap(read, ledger);
        }

        @Override
        boolean keep(IPAllocation read, IPAllocation withStatus) {
            return door.keep(read, withStatus);
        }
    }

    private static final class CrashingDoor extends Delegate {
        private final boolean performed;
        private int left;

        CrashingDoor(PoolRepository door, int left, boolean performed) {
            super(door);
            this.left = left;
            this.performed = performed;
        }

        @Override
        boolean swap(NetworkPool read, PoolReservations ledger) {
            return crashing(() -> super.swap(read, ledger));
        }

        @Override
        boolean keep(IPAllocation read, IPAllocation withStatus) {
            return crashing(() -> super.keep(read, withStatus));
        }

        private boolean crashing(BooleanSupplier write) {
            left--;
            if (left > 0) {
                return write.getAsBoolean();
            }
            throw new Crash(performed && write.getAsBoolean());
        }
    }
}
