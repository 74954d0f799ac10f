package dev.butlerlabs.core.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CidrBlockTest {
    @ParameterizedTest
    @CsvSource({
        "0.0.0.0/0, 0.0.0.0/0, 255.255.255.255, 4294967296",
        "10.0.0.77/24, 10.0.0.0/24, 10.0.0.255, 256",
        "192.0.2.7/32, 192.0.2.7/32, 192.0.2.7, 1",
        "2001:db8::77/120, 2001:db8::/120, 2001:db8::ff, 256",
        "2001:db8::/64, 2001:db8::/64, 2001:db8::ffff:ffff:ffff:ffff, 1152921504606846976",
    })
    void parsesNetworksAndClearsHostBits(String text, String network, String last, long size) {
        CidrBlock block = CidrBlock.parse(text);

        assertThat(block).hasToString(network);
        assertThat(block.last()).hasToString(last);
        assertThat(block.size()).isEqualTo(size);
        assertThat(block.range().first()).isEqualTo(block.first());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "10.0.0.0",
                "10.0.0.0/",
                "10.0.0.0/33",
                "10.0.0.0/08",
                "10.0.0.0/+8",
                "10.0.0.0/-0",
                "10.0.0.0/8/8",
                "10.0/8",
                "010.0.0.0/8",
                "2001:db8::/129",
                "fe80::%eth0/64",
                "/8"
            })
    void rejectsAnythingElse(String text) {
        assertThat(CidrBlock.tryParse(text)).isEmpty();
        assertThatThrownBy(() -> CidrBlock.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void containsAddressesAndNetworksOfItsFamily() {
        CidrBlock block = CidrBlock.parse("10.40.0.0/21");

        assertThat(block.contains(IpAddress.parse("10.40.7.255"))).isTrue();
        assertThat(block.contains(IpAddress.parse("10.40.8.0"))).isFalse();
        assertThat(block.contains(IpAddress.parse("::ffff:10.40.0.1"))).isFalse();
        assertThat(block.contains(CidrBlock.parse("10.40.4.0/22"))).isTrue();
        assertThat(block.contains(CidrBlock.parse("10.40.0.0/20"))).isFalse();
        assertThat(CidrBlock.parse("::/0").contains(CidrBlock.parse("2001:db8::/32")))
                .isTrue();
    }

    @Test
    void hasSpecialAddressesByFamilyAndSize() {
        assertThat(CidrBlock.parse("10.0.0.0/30").hasNetworkAndBroadcast()).isTrue();
        assertThat(CidrBlock.parse("10.0.0.0/31").hasNetworkAndBroadcast()).isFalse();
        assertThat(CidrBlock.parse("2001:db8::/64").hasNetworkAndBroadcast()).isFalse();
        assertThat(CidrBlock.parse("2001:db8::/126").hasRouterAddress()).isTrue();
        assertThat(CidrBlock.parse("2001:db8::/127").hasRouterAddress()).isFalse();
        assertThat(CidrBlock.parse("10.0.0.0/24").hasRouterAddress()).isFalse();
    }
}
