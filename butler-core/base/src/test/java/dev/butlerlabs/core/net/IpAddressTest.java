package dev.butlerlabs.core.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IpAddressTest {
    @ParameterizedTest
    @CsvSource({
        "0.0.0.0, 0.0.0.0",
        "255.255.255.255, 255.255.255.255",
        "2001:db8:0:0:1:0:0:1, 2001:db8::1:0:0:1",
        "0:0:0:0:0:0:0:0, ::",
        "0:0:0:0:0:0:0:1, ::1",
        "fe80:0:0:0:0:0:0:0, fe80::",
        "2001:DB8::00AB, 2001:db8::ab",
        "1:2:3:4:5:6:7::, 1:2:3:4:5:6:7:0",
        "1:2:3:4:5:6:192.0.2.1, 1:2:3:4:5:6:c000:201",
        "64:ff9b::192.0.2.1, 64:ff9b::c000:201",
        "::ffff:192.0.2.1, ::ffff:c000:201",
    })
    void formatsAddressesCanonically(String text, String canonical) {
        assertThat(IpAddress.parse(text)).hasToString(canonical);
        assertThat(IpAddress.parse(canonical)).isEqualTo(IpAddress.parse(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "10.1",
                "167772161",
                "10.0.0",
                "10.0.0.1.2",
                "10.0.0.",
                "10.0.0.256",
                "10.0.0.01",
                "010.0.0.1",
                "0x0a.0.0.1",
                "+1.0.0.1",
                " 10.0.0.1",
                "10.0.0.1 ",
                "١.0.0.1",
                "localhost",
                "butler.example",
                ":",
                ":::",
                "1::2::3",
                "1:2:3:4:5:6:7",
                "1:2:3:4:5:6:7:8:9",
                "1:2:3:4:5:6:7:8::",
                ":1:2:3:4:5:6:7",
                "12345::",
                "g::",
                "fe80::1%eth0",
                "fe80::1%1",
                "[::1]",
                "::192.0.2",
                "::192.0.2.01",
                "::192.0.2.1:1",
                "192.0.2.1::",
                "10.0.0.1/32",
            })
    void rejectsAnythingElse(String text) {
        assertThat(IpAddress.tryParse(text)).isEmpty();
        assertThatThrownBy(() -> IpAddress.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Invalid IP address literal: " + text);
    }

    @Test
    void distinguishesFamilies() {
        assertThat(IpAddress.parse("192.0.2.1").isIpv4()).isTrue();
        assertThat(IpAddress.parse("192.0.2.1").isIpv4Mapped()).isFalse();
        assertThat(IpAddress.parse("::ffff:192.0.2.1").isIpv4()).isFalse();
        assertThat(IpAddress.parse("::ffff:192.0.2.1").isIpv4Mapped()).isTrue();
        assertThat(IpAddress.parse("::fffe:192.0.2.1").isIpv4Mapped()).isFalse();
        assertThat(IpAddress.parse("1::ffff:192.0.2.1").isIpv4Mapped()).isFalse();
        assertThat(IpAddress.parse("::1").isSameFamily(IpAddress.parse("0.0.0.1")))
                .isFalse();
        assertThat(IpAddress.parse("255.255.255.255")).isLessThan(IpAddress.parse("::"));
    }

    @Test
    void addsAndSubtractsDistances() {
        assertThat(IpAddress.parse("10.0.0.255").plus(1)).hasToString("10.0.1.0");
        assertThat(IpAddress.parse("2001:db8::ffff").plus(1)).hasToString("2001:db8::1:0");
        assertThat(IpAddress.parse("10.0.1.0").minus(IpAddress.parse("10.0.0.255")))
                .isEqualTo(1);
        assertThat(IpAddress.parse("::").minus(IpAddress.parse("ff::"))).isEqualTo(-Long.MAX_VALUE);
        assertThatThrownBy(() -> IpAddress.parse("255.255.255.255").plus(1))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Property
    void parsesEachIpv4AddressFromItsText(@ForAll @LongRange(max = 0xffff_ffffL) long number) {
        IpAddress address = new IpAddress(BigInteger.valueOf(number), 32);

        assertThat(IpAddress.parse(address.toString())).isEqualTo(address);
    }

    @Property
    void parsesEachIpv6AddressFromItsText(@ForAll @Size(16) byte[] bytes) {
        IpAddress address = new IpAddress(new BigInteger(1, bytes), 128);

        assertThat(address.bytes()).isEqualTo(bytes);
        assertThat(IpAddress.parse(address.toString())).isEqualTo(address);
    }
}
