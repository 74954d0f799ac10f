package dev.butlerlabs.core.embedded.schema.cel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CelIpNetworkTest {
    @Test
    void keepsHostBitsUntilMasked() {
        CelIpNetwork network = CelIpNetwork.parse("192.168.1.77/24").orElseThrow();

        assertThat(network).hasToString("192.168.1.77/24");
        assertThat(network.address()).hasToString("192.168.1.77");
        assertThat(network.masked()).hasToString("192.168.1.0/24");
        assertThat(network).isNotEqualTo(network.masked());
    }

    @ParameterizedTest
    @CsvSource({
        "192.168.1.77/24, 192.168.1.0/25, true",
        "192.168.1.77/24, 192.168.1.0/24, true",
        "192.168.1.77/24, 192.168.0.0/23, false",
        "0.0.0.0/0, ::/0, false",
        "2001:db8::1/32, 2001:db8:ffff::/48, true",
    })
    void containsNetworksOfItsFamily(String outer, String inner, boolean contained) {
        CelIpNetwork network = CelIpNetwork.parse(outer).orElseThrow();

        assertThat(network.contains(CelIpNetwork.parse(inner).orElseThrow())).isEqualTo(contained);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"::ffff:192.0.2.0/120", "010.0.0.0/8", "10.0.0.0/08", "10.0.0.0", "fe80::%eth0/64", "10.0/8"})
    void rejectsWhatKubernetesRejects(String text) {
        assertThat(CelIpNetwork.parse(text)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"::ffff:192.0.2.1", "010.0.0.1", "fe80::1%eth0", "10.1", "::010.0.0.1"})
    void rejectsAmbiguousAddresses(String text) {
        assertThat(CelIpAddress.parse(text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "224.0.0.5, true, false",
        "224.0.1.5, false, false",
        "ff02::1, true, false",
        "ff05::1, false, false",
        "255.255.255.255, false, false",
        "255.255.255.254, false, true",
        "10.0.0.1, false, true",
        "2001:db8::1, false, true",
    })
    void classifiesAddresses(String text, boolean linkLocalMulticast, boolean globalUnicast) {
        CelIpAddress address = CelIpAddress.parse(text).orElseThrow();

        assertThat(address.isLinkLocalMulticast()).isEqualTo(linkLocalMulticast);
        assertThat(address.isGlobalUnicast()).isEqualTo(globalUnicast);
        assertThat(address.family()).isEqualTo(text.contains(":") ? 6 : 4);
    }
}
