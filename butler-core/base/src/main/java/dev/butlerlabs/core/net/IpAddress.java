package dev.butlerlabs.core.net;

import java.math.BigInteger;
import java.util.Comparator;
import java.util.Objects;
import java.util.Optional;

/**
 * An IPv4 or IPv6 address as a number. Immutable.
 *
 * @param value the number
 * @param width the number of bits: 32 or 128
 */
public record IpAddress(BigInteger value, int width) implements Comparable<IpAddress> {
    private static final int IPV4_BITS = 32;
    private static final int IPV6_BITS = 128;
    private static final BigInteger MAPPED_PREFIX = BigInteger.valueOf(0xffff);

    public IpAddress {
        Objects.requireNonNull(value, "value");
        if ((width != IPV4_BITS && width != IPV6_BITS) || value.signum() < 0 || value.bitLength() > width) {
            throw new IllegalArgumentException("not an address: " + value + " of " + width + " bits");
        }
    }

    /**
     * Parses an address literal. Never resolves host names.
     *
     * @throws IllegalArgumentException if it is not an address
     */
    public static IpAddress parse(String text) {
        return tryParse(text).orElseThrow(() -> new IllegalArgumentException("Invalid IP address literal: " + text));
    }

    /**
     * Parses an address literal like {@link #parse}.
     *
     * @return empty if it is not an address
     */
    public static Optional<IpAddress> tryParse(String text) {
        return IpAddressParser.parse(text)
                .map(bytes -> new IpAddress(new BigInteger(1, bytes), bytes.length * Byte.SIZE));
    }

    /**
     * Parses an IPv4 address: exactly four numbers up to 255 without leading zeros.
     *
     * @return empty if it is not an IPv4 address
     */
    public static Optional<IpAddress> tryParseIpv4(String text) {
        return tryParse(text).filter(IpAddress::isIpv4);
    }

    public boolean isIpv4() {
        return width == IPV4_BITS;
    }

    /** Returns whether this is an IPv6 address that contains an IPv4 address, such as {@code ::ffff:192.0.2.1}. */
    public boolean isIpv4Mapped() {
        return width == IPV6_BITS && value.shiftRight(IPV4_BITS).equals(MAPPED_PREFIX);
    }

    public IpAddress plus(long distance) {
        return new IpAddress(value.add(BigInteger.valueOf(distance)), width);
    }

    /** Returns the distance from another address; {@link Long#MAX_VALUE} or its negative if it does not fit a long. */
    public long minus(IpAddress other) {
        BigInteger distance = value.subtract(other.value);
        return distance.bitLength() < Long.SIZE ? distance.longValue() : distance.signum() * Long.MAX_VALUE;
    }

    public boolean isSameFamily(IpAddress other) {
        return width == other.width;
    }

    /** Returns the four or sixteen bytes in network order. */
    public byte[] bytes() {
        byte[] bytes = new byte[width / Byte.SIZE];
        byte[] digits = value.toByteArray();
        int length = Math.min(digits.length, bytes.length);
        System.arraycopy(digits, digits.length - length, bytes, bytes.length - length, length);
        return bytes;
    }

    @Override
    public int compareTo(IpAddress other) {
        return Comparator.comparingInt(IpAddress::width)
                .thenComparing(IpAddress::value)
                .compare(this, other);
    }

    /** Returns the canonical text: lower case, no leading zeros, the longest run of zero groups as two colons. */
    @Override
    public String toString() {
        return IpAddressFormat.of(bytes());
    }
}
