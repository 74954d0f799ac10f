package dev.butlerlabs.core.ipam.space;

import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Comparator;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * An IPv4 or IPv6 address as a number. Immutable.
 *
 * @param value the number
 * @param width the number of bits: 32 or 128
 */
public record IpAddressNumber(BigInteger value, int width) implements Comparable<IpAddressNumber> {
    private static final Pattern ZEROS = Pattern.compile("(?:^|(?<=:))0(?::0)+(?=:|$)");

    public IpAddressNumber {
        Objects.requireNonNull(value, "value");
        if ((width != 32 && width != 128) || value.signum() < 0 || value.bitLength() > width) {
            throw new IllegalArgumentException("not an address: " + value + " of " + width + " bits");
        }
    }

    /**
     * Parses an address literal. Never resolves host names.
     *
     * @throws IllegalArgumentException if it is not an address
     */
    public static IpAddressNumber parse(String text) {
        byte[] bytes = InetAddress.ofLiteral(text).getAddress();
        return new IpAddressNumber(new BigInteger(1, bytes), bytes.length * 8);
    }

    public IpAddressNumber plus(long distance) {
        return new IpAddressNumber(value.add(BigInteger.valueOf(distance)), width);
    }

    /** Returns the distance from another address; {@link Long#MAX_VALUE} or its negative if it does not fit a long. */
    public long minus(IpAddressNumber other) {
        BigInteger distance = value.subtract(other.value);
        return distance.bitLength() < Long.SIZE ? distance.longValue() : distance.signum() * Long.MAX_VALUE;
    }

    public boolean isSameFamily(IpAddressNumber other) {
        return width == other.width;
    }

    @Override
    public int compareTo(IpAddressNumber other) {
        return Comparator.comparingInt(IpAddressNumber::width)
                .thenComparing(IpAddressNumber::value)
                .compare(this, other);
    }

    @Override
    public String toString() {
        byte[] bytes = new byte[width / 8];
        byte[] digits = value.toByteArray();
        int length = Math.min(digits.length, bytes.length);
        System.arraycopy(digits, digits.length - length, bytes, bytes.length - length, length);
        try {
            return shortened(InetAddress.getByAddress(bytes).getHostAddress());
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Replaces the longest run of zero groups of an IPv6 address with two colons. */
    private String shortened(String text) {
        if (width == 32) {
            return text;
        }
        return ZEROS.matcher(text)
                .results()
                .max(Comparator.comparingInt((MatchResult zeros) -> zeros.end() - zeros.start())
                        .thenComparing(zeros -> -zeros.start()))
                .map(zeros -> without(text, zeros))
                .orElse(text);
    }

    private static String without(String text, MatchResult zeros) {
        String before = text.substring(0, zeros.start());
        String after = text.substring(zeros.end());
        return (before.isEmpty() ? ":" : before) + (after.isEmpty() ? ":" : after);
    }
}
