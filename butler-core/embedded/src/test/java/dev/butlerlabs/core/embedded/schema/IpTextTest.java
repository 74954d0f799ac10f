package dev.butlerlabs.core.embedded.schema;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IpTextTest {
    @ParameterizedTest
    @ValueSource(strings = {"10.0.0.1", "010.000.00.001", "::1", "2001:0db8::0001", "::ffff:192.0.2.1", "::010.0.0.1"})
    void acceptsAddressesWithLeadingZeros(String text) {
        assertThat(IpText.isAddress(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "10.1", "0010.0.0.1", "10.0.0.0256", "00001::", "fe80::1%eth0", "10.0.0.1/8"})
    void rejectsOtherTexts(String text) {
        assertThat(IpText.isAddress(text)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.0.0.0/8", "10.0.0.1/08", "010.0.0.0/008", "10.0.0.0/00", "::ffff:192.0.2.0/120"})
    void acceptsNetworksWithLeadingZerosAndHostBits(String text) {
        assertThat(IpText.isNetwork(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.0.0.0", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/0008", "10.0.0.0/8/8", "::/129"})
    void rejectsOtherNetworks(String text) {
        assertThat(IpText.isNetwork(text)).isFalse();
    }
}
