package dev.butlerlabs.core.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class IpRangeTest {
    @Test
    void hasBothEndsAndTheirNumber() {
        IpRange range = IpRange.between("10.0.0.254", "10.0.1.1");

        assertThat(range.count()).isEqualTo(4);
        assertThat(range.last()).hasToString("10.0.1.1");
        assertThat(range.addresses(3)).containsExactly("10.0.0.254", "10.0.0.255", "10.0.1.0");
        assertThat(IpRange.between("2001:db8::1", "2001:db8::ff").count()).isEqualTo(255);
    }

    @Test
    void isParsedFromANetworkOrItsEnds() {
        assertThat(IpRange.parse("10.0.0.8/29")).isEqualTo(IpRange.between("10.0.0.8", "10.0.0.15"));
        assertThat(IpRange.parse(" 10.0.0.8 - 10.0.0.15 ")).isEqualTo(IpRange.between("10.0.0.8", "10.0.0.15"));
        assertThat(IpRange.parse("2001:db8::1-2001:db8::2").stream())
                .containsExactly(IpAddress.parse("2001:db8::1"), IpAddress.parse("2001:db8::2"));
        assertThat(IpRange.tryParse("10.0.0.8")).isEmpty();
        assertThat(IpRange.tryParse("10.0.0.8-15")).isEmpty();
        assertThat(IpRange.tryParse("10.0.0.8-")).isEmpty();
        assertThatThrownBy(() -> IpRange.parse("a-b")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void isWrittenAsANetworkWhereItIsOne() {
        assertThat(IpRange.between("10.0.0.8", "10.0.0.15")).hasToString("10.0.0.8/29");
        assertThat(IpRange.between("10.0.0.9", "10.0.0.16")).hasToString("10.0.0.9-10.0.0.16");
        assertThat(IpRange.between("2001:db8::", "2001:db8::ff")).hasToString("2001:db8::/120");
    }

    @Test
    void overlapsRangesOfItsFamily() {
        IpRange range = IpRange.between("10.0.0.8", "10.0.0.15");

        assertThat(range.overlaps(IpRange.between("10.0.0.15", "10.0.0.20"))).isTrue();
        assertThat(range.overlaps(IpRange.between("10.0.0.16", "10.0.0.20"))).isFalse();
        assertThat(range.overlaps(IpRange.between("::a00:8", "::a00:f"))).isFalse();
    }

    @Test
    void containsAddressesAndRanges() {
        IpRange range = IpRange.between("10.0.0.8", "10.0.0.15");

        assertThat(range.contains(IpAddress.parse("10.0.0.15"))).isTrue();
        assertThat(range.contains(IpAddress.parse("10.0.0.16"))).isFalse();
        assertThat(range.contains(IpAddress.parse("::a00:8"))).isFalse();
        assertThat(range.contains(IpRange.between("10.0.0.9", "10.0.0.15"))).isTrue();
        assertThat(range.contains(IpRange.between("10.0.0.7", "10.0.0.15"))).isFalse();
    }

    @Test
    void excludesAnAddress() {
        IpRange range = IpRange.between("2001:db8::1", "2001:db8::3");

        assertThat(range.without(IpAddress.parse("2001:db8::2"))).hasToString("[2001:db8::1/128, 2001:db8::3/128]");
        assertThat(range.without(IpAddress.parse("2001:db8::1"))).hasToString("[2001:db8::2/127]");
        assertThat(range.without(IpAddress.parse("2001:db8::4"))).containsExactly(range);
        assertThat(IpRange.between("10.0.0.1", "10.0.0.1").without(IpAddress.parse("10.0.0.1")))
                .isEmpty();
    }

    @Test
    void rejectsEndsInTheWrongOrderOrOfTwoFamilies() {
        assertThatThrownBy(() -> IpRange.between("10.0.0.2", "10.0.0.1"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the last address 10.0.0.1 is lower than the first address 10.0.0.2");
        assertThatThrownBy(() -> IpRange.between("10.0.0.2", "::1")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new IpRange(IpAddress.parse("10.0.0.2"), 0))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
