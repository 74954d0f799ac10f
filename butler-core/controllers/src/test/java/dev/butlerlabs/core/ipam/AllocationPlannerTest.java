package dev.butlerlabs.core.ipam;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.NetworkPoolSpec;
import dev.butlerlabs.core.net.IpRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Who gets what, decided in memory. */
class AllocationPlannerTest {
    private static final PoolSpecReader SIXTEEN =
            PoolSpecReader.of(Requests.window("10.0.0.0/24", "10.0.0.16", "10.0.0.31"));

    @Test
    void servesFirstWhoCameFirst() {
        var decision = decide(List.of(), claim("late", 8, 30), claim("first", 8, 10), claim("second", 8, 20));

        assertThat(decision.grants()).extracting(AddressReservation::name).containsExactly("first", "second");
        assertThat(decision.grants())
                .extracting(grant -> grant.block().toString())
                .containsExactly("10.0.0.16/29", "10.0.0.24/29");
        assertThat(decision.standings().get("uid-late").message())
                .contains(
                        "no range of 8 contiguous free addresses",
                        "8 more must be released",
                        "0 of its addresses are free");
    }

    @Test
    void keepsThePlaceOfALargeOneFreeAndServesSmallOnesElsewhere() {
        List<IpRange> held = List.of(block("10.0.0.18", "10.0.0.18"), block("10.0.0.29", "10.0.0.30"));

        var decision = decide(held, claim("large", 12, 1), claim("small", 1, 2), claim("smaller", 1, 3));

        assertThat(decision.standings().get("uid-large").message()).contains("1 more must be released");
        assertThat(decision.grants())
                .extracting(grant -> grant.block().first().toString())
                .containsExactly("10.0.0.28", "10.0.0.31");
    }

    @Test
    void aLargeOneIsServedInTheEndHoweverManySmallOnesCome() {
        List<IpRange> held =
                new ArrayList<>(SIXTEEN.terrain().block(SIXTEEN.terrain().open().getFirst()).addresses(16).stream()
                        .map(address -> block(address, address))
                        .toList());
        AllocationClaim large = claim("large", 10, 0);

        int rounds = 0;
        for (boolean served = false; !served; rounds++) {
            held.removeFirst();
            var decision = decide(held, large, claim("small-" + rounds, 1, rounds + 1));
            decision.grants().forEach(grant -> held.add(grant.block()));
            served = decision.grants().stream().anyMatch(grant -> grant.name().equals("large"));
        }

        assertThat(rounds).isEqualTo(10);
    }

    @Test
    void saysWhatCanNeverBe() {
        var decision = decide(List.of(), claim("vast", 17, 1), claim("small", 2, 2));

        assertThat(decision.standings().get("uid-vast")).isInstanceOf(PendingAllocationState.Impossible.class);
        assertThat(decision.standings().get("uid-vast").message()).contains("its largest allocatable range has 16");
        assertThat(decision.grants()).extracting(AddressReservation::name).containsExactly("small");
    }

    @Test
    void givesExactlyWhatIsPinnedOrNothing() {
        List<IpRange> held = List.of(block("10.0.0.20", "10.0.0.21"));

        var decision = decide(
                held,
                Requests.waiting(Requests.pinned("free", "10.0.0.24", "10.0.0.26"), 1),
                Requests.waiting(Requests.pinned("taken", "10.0.0.21", "10.0.0.22"), 2),
                Requests.waiting(Requests.pinned("outside", "10.0.0.1", "10.0.0.2"), 3),
                Requests.waiting(Requests.pinned("backwards", "10.0.0.18", "10.0.0.17"), 4));

        assertThat(decision.grants())
                .extracting(grant -> grant.block().toString())
                .containsExactly("10.0.0.24-10.0.0.26");
        assertThat(decision.standings().get("uid-taken").message()).startsWith("1 addresses of ");
        assertThat(decision.standings().get("uid-outside")).isInstanceOf(PendingAllocationState.Impossible.class);
        assertThat(decision.standings().get("uid-backwards")).isInstanceOf(PendingAllocationState.Impossible.class);
    }

    @Test
    void servesNoMoreAtOnceThanAllowed() {
        var decision = AllocationPlanner.decide(
                "lab", SIXTEEN, List.of(), List.of(claim("a", 1, 1), claim("b", 1, 2), claim("c", 1, 3)), 2);

        assertThat(decision.grants()).hasSize(2);
        assertThat(decision.more()).isTrue();
    }

    @Test
    void aSpecComesIntoForceOnlyWhenNobodyLosesByIt() {
        NetworkPoolSpec wide = Requests.window("10.0.0.0/24", "10.0.0.16", "10.0.0.31");
        NetworkPoolSpec narrow = Requests.window("10.0.0.0/24", "10.0.0.24", "10.0.0.31");
        List<IpRange> low = List.of(block("10.0.0.16", "10.0.0.19"));
        List<IpRange> high = List.of(block("10.0.0.28", "10.0.0.31"));

        AcceptedPoolSpec refused = AcceptedPoolSpec.of(narrow, Optional.of(wide), low);
        assertThat(refused.spec()).isEqualTo(wide);
        assertThat(refused.refusal().orElseThrow()).contains("10.0.0.16/30");
        assertThat(AcceptedPoolSpec.of(narrow, Optional.of(wide), high).spec()).isEqualTo(narrow);
        assertThat(AcceptedPoolSpec.of(new NetworkPoolSpec("10.0.0.0/99", List.of(), null), Optional.of(wide), low)
                        .spec())
                .isEqualTo(wide);
    }

    private static AllocationPlanner.Decision decide(List<IpRange> held, AllocationClaim... queue) {
        return AllocationPlanner.decide("lab", SIXTEEN, held, List.of(queue), 100);
    }

    private static AllocationClaim claim(String name, int count, int second) {
        return Requests.waiting(Requests.allocation(name, count), second);
    }

    private static IpRange block(String first, String last) {
        return IpRange.between(first, last);
    }
}
