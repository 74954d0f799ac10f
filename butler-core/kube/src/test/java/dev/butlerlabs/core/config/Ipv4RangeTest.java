package dev.butlerlabs.core.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.net.IpAddress;
import java.math.BigInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class Ipv4RangeTest {
    private static final long LARGEST = 0xffff_ffffL;

    @ParameterizedTest
    @CsvSource({
        "0.0.0.0/0, 0.0.0.0, 255.255.255.255, 4294967296",
        "10.96.0.0/12, 10.96.0.0, 10.111.255.255, 1048576",
        "192.0.2.7/32, 192.0.2.7, 192.0.2.7, 1",
        "192.0.2.10-192.0.2.20, 192.0.2.10, 192.0.2.20, 11",
        "192.0.2.10 - 192.0.2.20, 192.0.2.10, 192.0.2.20, 11",
    })
    void aRangeKnowsItsEnds(String text, String first, String last, long size) {
        Ipv4Range range = Ipv4Range.parse(text).orElseThrow();

        assertThat(range.first()).hasToString(first);
        assertThat(range.last()).hasToString(last);
        assertThat(range.size()).isEqualTo(size);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "10.0.0.0",
                "10.0.0.1/8",
                "10.0.0.0/33",
                "10.0.0.0/08",
                "010.0.0.0/8",
                "10.0.0/8",
                "256.0.0.0/8",
                "::1/64",
                "::/64",
                "::ffff:192.0.2.0/120",
                "::1-::2",
                "::ffff:192.0.2.1-::ffff:192.0.2.2",
                "192.0.2.20-192.0.2.10",
                "192.0.2.10-20",
                "-",
                "192.0.2.1-",
                "a-b"
            })
    void whatIsNoRangeIsNone(String text) {
        assertThat(Ipv4Range.parse(text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "192.0.2.8-192.0.2.15, 192.0.2.8-192.0.2.15",
        "192.0.2.8 - 192.0.2.15, 192.0.2.8-192.0.2.15",
        "192.0.2.8/29, 192.0.2.8/29",
        "192.0.2.8/32, 192.0.2.8/32",
        "192.0.2.8-192.0.2.8, 192.0.2.8",
    })
    void aRangeKeepsTheNotationOfTheUser(String text, String kept) {
        assertThat(Ipv4Range.parse(text).orElseThrow()).hasToString(kept);
    }

    @ParameterizedTest
    @CsvSource({
        "192.0.2.8, '192.0.2.9-192.0.2.11'",
        "192.0.2.9, '192.0.2.8,192.0.2.10-192.0.2.11'",
        "192.0.2.11, '192.0.2.8-192.0.2.10'",
        "192.0.2.12, '192.0.2.8/30'",
    })
    void anAddressCanBeExcluded(String address, String rest) {
        Ipv4Range range = Ipv4Range.parse("192.0.2.8/30").orElseThrow();

        assertThat(range.without(IpAddress.parse(address)))
                .extracting(Ipv4Range::text)
                .containsExactly(rest.split(","));
    }

    @Property
    void networksOverlapWhenOneHoldsTheOther(
            @ForAll @LongRange(max = LARGEST) long one,
            @ForAll @IntRange(max = 32) int prefix,
            @ForAll @LongRange(max = LARGEST) long other,
            @ForAll @IntRange(max = 32) int otherPrefix) {
        Ipv4Range first = network(one, prefix);
        Ipv4Range second = network(other, otherPrefix);

        assertThat(first.overlaps(second)).isEqualTo(first.contains(second) || second.contains(first));
        assertThat(first.overlaps(second)).isEqualTo(second.overlaps(first));
    }

    private static Ipv4Range network(long number, int prefix) {
        long start = number & ~(LARGEST >> prefix) & LARGEST;
        return Ipv4Range.ofNetwork(new IpAddress(BigInteger.valueOf(start), 32) + "/" + prefix)
                .orElseThrow();
    }
}
