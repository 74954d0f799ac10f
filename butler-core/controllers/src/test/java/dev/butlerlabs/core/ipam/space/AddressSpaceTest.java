package dev.butlerlabs.core.ipam.space;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.net.CidrBlock;
import dev.butlerlabs.core.net.IpRange;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Spaces by example. */
class AddressSpaceTest {
    @Test
    void leavesOutNetworkBroadcastAndWhatIsReserved() {
        AllocatableRanges terrain = AllocatableRanges.of(
                CidrBlock.parse("10.40.0.0/24"), List.of(), List.of(CidrBlock.parse("10.40.0.0/28")));

        assertThat(terrain.open()).containsExactly(new OffsetRange(16, 255));
        assertThat(terrain.total()).isEqualTo(239);
        assertThat(terrain.unmanaged()).containsExactly(new OffsetRange(255, 256));
    }

    @Test
    void linksAndSingleHostsHaveNoAddressToSpare() {
        assertThat(AllocatableRanges.of(CidrBlock.parse("10.0.0.4/31"), List.of(), List.of())
                        .total())
                .isEqualTo(2);
        assertThat(AllocatableRanges.of(CidrBlock.parse("10.0.0.4/32"), List.of(), List.of())
                        .total())
                .isEqualTo(1);
    }

    @Test
    void sharesOutOnlyItsWindows() {
        AllocatableRanges terrain = AllocatableRanges.of(
                CidrBlock.parse("10.40.0.0/21"), List.of(IpRange.between("10.40.1.0", "10.40.7.254")), List.of());

        assertThat(terrain.open()).containsExactly(new OffsetRange(256, 2047));
        assertThat(terrain.block(new OffsetRange(256, 264))).hasToString("10.40.1.0/29");
        assertThat(terrain.block(new OffsetRange(257, 265))).hasToString("10.40.1.1-10.40.1.8");
    }

    @Test
    void takesTheShortestRunThatHasRoom() {
        AddressSpace space = space("10.0.0.0/24")
                .take(OffsetRange.of(1, 5))
                .take(OffsetRange.of(10, 20))
                .take(OffsetRange.of(33, 10));

        assertThat(space.bestFit(3)).contains(OffsetRange.of(30, 3));
        assertThat(space.bestFit(4)).contains(OffsetRange.of(6, 4));
        assertThat(space.bestFit(5)).contains(OffsetRange.of(43, 5));
        assertThat(space.bestFit(250)).isEmpty();
    }

    @Test
    void findsRoomBesideWhatSomebodyHas() {
        AddressSpace space = space("10.0.0.0/24").take(OffsetRange.of(50, 4)).take(OffsetRange.of(54, 2));

        assertThat(space.beside(OffsetRange.of(50, 4), 2)).contains(OffsetRange.of(48, 2));
        assertThat(space.beside(OffsetRange.of(54, 2), 2)).contains(OffsetRange.of(56, 2));
    }

    @Test
    void refusesToTakeTwiceAndToGiveBackWhatNobodyHas() {
        AddressSpace space = space("10.0.0.0/24").take(OffsetRange.of(8, 8));

        assertThatThrownBy(() -> space.take(OffsetRange.of(15, 2))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> space.give(OffsetRange.of(7, 2))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> space.give(OffsetRange.of(0, 1))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void tellsHowScatteredTheFreeAddressesAre() {
        AddressSpace whole = space("10.0.0.0/24");
        AddressSpace halved = whole.take(OffsetRange.of(128, 1));

        assertThat(whole.figures()).isEqualTo(new SpaceStatistics(254, 254, 254));
        assertThat(whole.figures().fragmentationPercent()).isZero();
        assertThat(halved.figures()).isEqualTo(new SpaceStatistics(254, 253, 127));
        assertThat(halved.figures().fragmentationPercent()).isEqualTo(50);
    }

    @Test
    void holdsTheLargestNetworks() {
        AddressSpace four = space("10.0.0.0/8");
        AddressSpace six = AddressSpace.of(AllocatableRanges.of(
                CidrBlock.parse("2001:db8::/64"), List.of(), List.of(CidrBlock.parse("2001:db8::/112"))));

        assertThat(four.figures().total()).isEqualTo((1 << 24) - 2);
        assertThat(four.bestFit(1 << 20).map(four.terrain()::block)).hasToString("Optional[10.0.0.1-10.16.0.0]");
        OffsetRange block = six.bestFit(1L << 40).orElseThrow();
        assertThat(six.terrain().block(block)).hasToString("2001:db8::1:0-2001:db8::100:0:ffff");
        assertThat(six.take(block).bestFit(1).map(six.terrain()::block)).hasToString("Optional[2001:db8::100:1:0/128]");
        assertThat(six.take(block).give(block)).isEqualTo(six);
    }

    @Test
    void answersWhetherASetFits() {
        AddressSpace space = space("10.0.0.0/28");

        assertThat(AllocationDryRun.of(space, List.of(5L, 8L)).fits()).isTrue();
        AllocationDryRun tooMuch = AllocationDryRun.of(space, List.of(5L, 8L, 2L));
        assertThat(tooMuch.fits()).isFalse();
        assertThat(tooMuch.places().get(2)).isEqualTo(Optional.empty());
        AddressSpace split = space.take(OffsetRange.of(7, 1));
        AllocationDryRun swapped = AllocationDryRun.of(split, List.of(1L, 6L, 6L));
        assertThat(swapped.fits()).isTrue();
        assertThat(swapped.reordered()).isTrue();
    }

    private static AddressSpace space(String network) {
        return AddressSpace.of(AllocatableRanges.of(CidrBlock.parse(network), List.of(), List.of()));
    }
}
