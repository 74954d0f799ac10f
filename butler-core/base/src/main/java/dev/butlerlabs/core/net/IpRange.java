package dev.butlerlabs.core.net;

import java.math.BigInteger;
import java.util.List;
import java.util.stream.LongStream;

/**
 * A range of contiguous IPv4 or IPv6 addresses. Immutable.
 *
 * @param first the lowest address
 * @param count the number of addresses
 */
public record IpRange(IpAddress first, long count) {
    public IpRange {
        if (count < 1) {
            throw new IllegalArgumentException("a range must have at least one address");
        }
    }

    /**
     * Parses a range from its first and last address.
     *
     * @throws IllegalArgumentException if one is not an address or they are in the wrong order
     */
    public static IpRange between(String first, String last) {
        IpAddress lowest = IpAddress.parse(first);
        IpAddress highest = IpAddress.parse(last);
        if (!lowest.isSameFamily(highest) || highest.compareTo(lowest) < 0) {
            throw new IllegalArgumentException("%s is lower than %s".formatted(last, first));
        }
        return new IpRange(lowest, highest.minus(lowest) + 1);
    }

    public IpAddress last() {
        return first.plus(count - 1);
    }

    public boolean overlaps(IpRange other) {
        return first.isSameFamily(other.first)
                && first.compareTo(other.last()) <= 0
                && other.first.compareTo(last()) <= 0;
    }

    /** Returns the addresses in ascending order, up to a maximum number. */
    public List<String> addresses(int most) {
        return LongStream.range(0, Math.min(count, most))
                .mapToObj(distance -> first.plus(distance).toString())
                .toList();
    }

    /** Returns {@code 10.0.0.8/29} for a range that is a CIDR network, otherwise {@code 10.0.0.8-10.0.0.12}. */
    @Override
    public String toString() {
        boolean aligned = Long.bitCount(count) == 1
                && first.value().mod(BigInteger.valueOf(count)).signum() == 0;
        return aligned ? first + "/" + (first.width() - Long.numberOfTrailingZeros(count)) : first + "-" + last();
    }
}
