package dev.butlerlabs.core.ipam.space;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Spaces by example. */
class SpaceTest {
    @Test
    void leavesOutNetworkBroadcastAndWhatIsReserved() {
        Terrain terrain = Terrain.of(Network.parse("10.40.0.0/24"), List.of(), List.of(Network.parse("10.40.0.0/28")));

        assertThat(terrain.open()).containsExactly(new Span(16, 255));
        assertThat(terrain.total()).isEqualTo(239);
        assertThat(terrain.unmanaged()).containsExactly(new Span(255, 256));
    }

    @Test
    void linksAndSingleHostsHaveNoAddressToSpare() {
        assertThat(Terrain.of(Network.parse("10.0.0.4/31"), List.of(), List.of())
                        .total())
                .isEqualTo(2);
        assertThat(Terrain.of(Network.parse("10.0.0.4/32"), List.of(), List.of())
                        .total())
                .isEqualTo(1);
    }

    @Test
    void sharesOutOnlyItsWindows() {
        Terrain terrain = Terrain.of(
                Network.parse("10.40.0.0/21"), List.of(Block.between("10.40.1.0", "10.40.7.254")), List.of());

        assertThat(terrain.open()).containsExactly(new Span(256, 2047));
        assertThat(terrain.block(new Span(256, 264))).hasToString("10.40.1.0/29");
        assertThat(terrain.block(new Span(257, 265))).hasToString("10.40.1.1-10.40.1.8");
    }

    @Test
    void takesTheShortestRunThatHasRoom() {
        Space space =
                space("10.0.0.0/24").take(Span.of(1, 5)).take(Span.of(10, 20)).take(Span.of(33, 10));

        assertThat(space.bestFit(3)).contains(Span.of(30, 3));
        assertThat(space.bestFit(4)).contains(Span.of(6, 4));
        assertThat(space.bestFit(5)).contains(Span.of(43, 5));
        assertThat(space.bestFit(250)).isEmpty();
    }

    @Test
    void findsRoomBesideWhatSomebodyHas() {
        Space space = space("10.0.0.0/24").take(Span.of(50, 4)).take(Span.of(54, 2));

        assertThat(space.beside(Span.of(50, 4), 2)).contains(Span.of(48, 2));
        assertThat(space.beside(Span.of(54, 2), 2)).contains(Span.of(56, 2));
    }

    @Test
    void refusesToTakeTwiceAndToGiveBackWhatNobodyHas() {
        Space space = space("10.0.0.0/24").take(Span.of(8, 8));

        assertThatThrownBy(() -> space.take(Span.of(15, 2))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> space.give(Span.of(7, 2))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> space.give(Span.of(0, 1))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void tellsHowScatteredTheFreeAddressesAre() {
        Space whole = space("10.0.0.0/24");
        Space halved = whole.take(Span.of(128, 1));

        assertThat(whole.figures()).isEqualTo(new Figures(254, 254, 254));
        assertThat(whole.figures().fragmentationPercent()).isZero();
        assertThat(halved.figures()).isEqualTo(new Figures(254, 253, 127));
        assertThat(halved.figures().fragmentationPercent()).isEqualTo(50);
    }

    @Test
    void holdsTheLargestNetworks() {
        Space four = space("10.0.0.0/8");
        Space six = Space.of(
                Terrain.of(Network.parse("2001:db8::/64"), List.of(), List.of(Network.parse("2001:db8::/112"))));

        assertThat(four.figures().total()).isEqualTo((1 << 24) - 2);
        assertThat(four.bestFit(1 << 20).map(four.terrain()::block)).hasToString("Optional[10.0.0.1-10.16.0.0]");
        Span block = six.bestFit(1L << 40).orElseThrow();
        assertThat(six.terrain().block(block)).hasToString("2001:db8::1:0-2001:db8::100:0:ffff");
        assertThat(six.take(block).bestFit(1).map(six.terrain()::block)).hasToString("Optional[2001:db8::100:1:0/128]");
        assertThat(six.take(block).give(block)).isEqualTo(six);
    }

    @Test
    void answersWhetherASetFits() {
        Space space = space("10.0.0.0/28");

        assertThat(WhatIf.of(space, List.of(5L, 8L)).fits()).isTrue();
        WhatIf tooMuch = WhatIf.of(space, List.of(5L, 8L, 2L));
        assertThat(tooMuch.fits()).isFalse();
        assertThat(tooMuch.places().get(2)).isEqualTo(Optional.empty());
        Space split = space.take(Span.of(7, 1));
        WhatIf swapped = WhatIf.of(split, List.of(1L, 6L, 6L));
        assertThat(swapped.fits()).isTrue();
        assertThat(swapped.reordered()).isTrue();
    }

    @Test
    void writesAddressesAsPeopleDo() {
        assertThat(Address.parse("2001:db8:0:0:1:0:0:1")).hasToString("2001:db8::1:0:0:1");
        assertThat(Address.parse("0:0:0:0:0:0:0:0")).hasToString("::");
        assertThat(Address.parse("0:0:0:0:0:0:0:1")).hasToString("::1");
        assertThat(Address.parse("fe80:0:0:0:0:0:0:0")).hasToString("fe80::");
        assertThat(Address.parse("10.0.0.255").plus(1)).hasToString("10.0.1.0");
        assertThat(Network.parse("10.0.0.77/24")).hasToString("10.0.0.0/24");
        assertThatThrownBy(() -> Address.parse("butler.example")).isInstanceOf(IllegalArgumentException.class);
    }

    private static Space space(String network) {
        return Space.of(Terrain.of(Network.parse(network), List.of(), List.of()));
    }
}
