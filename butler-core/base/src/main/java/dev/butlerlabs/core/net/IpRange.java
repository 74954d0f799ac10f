package dev.butlerlabs.core.net;

import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;

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
     * Parses a network in CIDR notation, or two addresses separated by a dash. Spaces around addresses are ignored.
     *
     * @throws IllegalArgumentException if it is neither
     */
    public static IpRange parse(String text) {
        int dash = text.indexOf('-');
        return dash < 0
                ? CidrBlock.parse(text.strip()).range()
                : between(
                        text.substring(0, dash).strip(),
                        text.substring(dash + 1).strip());
    }

    /**
     * Parses a range like {@link #parse}.
     *
     * @return empty if it is not a range
     */
    public static Optional<IpRange> tryParse(String text) {
        try {
            return Optional.of(parse(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /**
     * Parses a range from its first and last address.
     *
     * @throws IllegalArgumentException if one is not an address or they are in the wrong order
     */
    public static IpRange between(String first, String last) {
        return between(IpAddress.parse(first), IpAddress.parse(last));
    }

    /**
     * Returns the range between two addresses, both included.
     *
     * @throws IllegalArgumentException if they are in the wrong order or of different families
     */
    public static IpRange between(IpAddress first, IpAddress last) {
        if (!first.isSameFamily(last)) {
            throw new IllegalArgumentException("%s and %s are not of the same family".formatted(first, last));
        }
        if (last.compareTo(first) < 0) {
            throw new IllegalArgumentException(
                    "the last address %s is lower than the first address %s".formatted(last, first));
        }
        return new IpRange(first, last.minus(first) + 1);
    }

    public IpAddress last() {
        return first.plus(count - 1);
    }

    public boolean contains(IpAddress address) {
        return address.isSameFamily(first) && first.compareTo(address) <= 0 && address.compareTo(last()) <= 0;
    }

    public boolean contains(IpRange other) {
        return contains(other.first) && contains(other.last());
    }

    public boolean overlaps(IpRange other) {
        return first.isSameFamily(other.first)
                && first.compareTo(other.last()) <= 0
                && other.first.compareTo(last()) <= 0;
    }

    /**
     * Returns the one or two ranges that remain without an address: empty if the range is only this address, the range itself if
     * the address is outside.
     */
    public List<IpRange> without(IpAddress address) {
        if (!contains(address)) {
            return List.of(this);
        }
        long before = address.minus(first);
        long after = count - before - 1;
        return Stream.of(
                        Optional.of(first).filter(start -> before > 0).map(start -> new IpRange(start, before)),
                        Optional.of(address).filter(gap -> after > 0).map(gap -> new IpRange(gap.plus(1), after)))
                .flatMap(Optional::stream)
                .toList();
    }

    /** Returns the addresses in ascending order, up to a maximum number. */
    public List<String> addresses(int most) {
        return stream().limit(most).map(IpAddress::toString).toList();
    }

    /** Returns the addresses in ascending order. */
    public Stream<IpAddress> stream() {
        return LongStream.range(0, count).mapToObj(first::plus);
    }

    /** Returns {@code 10.0.0.8/29} for a range that is a CIDR network, otherwise {@code 10.0.0.8-10.0.0.12}. */
    @Override
    public String toString() {
        boolean aligned = Long.bitCount(count) == 1
                && first.value().mod(BigInteger.valueOf(count)).signum() == 0;
        return aligned ? first + "/" + (first.width() - Long.numberOfTrailingZeros(count)) : first + "-" + last();
    }
}
