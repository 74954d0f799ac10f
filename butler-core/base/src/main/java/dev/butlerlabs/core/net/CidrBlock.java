package dev.butlerlabs.core.net;

import java.math.BigInteger;
import java.util.Optional;

/**
 * A network in CIDR notation. Immutable.
 *
 * @param first its lowest address
 * @param prefix the prefix length
 */
public record CidrBlock(IpAddress first, int prefix) {
    /** The maximum size of a network in bits; of a larger IPv6 network only the first addresses are used. */
    private static final int MOST_BITS = 60;

    public CidrBlock {
        if (prefix < 0 || prefix > first.width()) {
            throw new IllegalArgumentException("invalid prefix length: " + prefix);
        }
        if (!first.equals(lowest(first, prefix))) {
            throw new IllegalArgumentException("not the first address of a network: " + first);
        }
    }

    /**
     * Parses {@code 10.40.0.0/21}; host bits may be set and are ignored.
     *
     * @throws IllegalArgumentException if it is not in CIDR notation
     */
    public static CidrBlock parse(String text) {
        int slash = text.indexOf('/');
        if (slash < 0) {
            throw new IllegalArgumentException("missing prefix length in " + text);
        }
        String length = text.substring(slash + 1);
        IpAddress address = IpAddress.parse(text.substring(0, slash));
        int prefix = IpAddressParser.decimal(length, address.width());
        if (prefix < 0) {
            throw new IllegalArgumentException("invalid prefix length: " + length);
        }
        return containing(address, prefix);
    }

    /**
     * Parses {@code 10.40.0.0/21} like {@link #parse}.
     *
     * @return empty if it is not in CIDR notation
     */
    public static Optional<CidrBlock> tryParse(String text) {
        try {
            return Optional.of(parse(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /**
     * Returns the network of an address.
     *
     * @throws IllegalArgumentException if the prefix length is negative or larger than the address
     */
    public static CidrBlock containing(IpAddress address, int prefix) {
        if (prefix < 0 || prefix > address.width()) {
            throw new IllegalArgumentException("invalid prefix length: " + prefix);
        }
        return new CidrBlock(lowest(address, prefix), prefix);
    }

    private static IpAddress lowest(IpAddress address, int prefix) {
        int free = address.width() - prefix;
        return new IpAddress(address.value().shiftRight(free).shiftLeft(free), address.width());
    }

    /** Returns the number of addresses, up to 2^60. */
    public long size() {
        return 1L << Math.min(MOST_BITS, first.width() - prefix);
    }

    public IpAddress last() {
        BigInteger span = BigInteger.ONE.shiftLeft(first.width() - prefix).subtract(BigInteger.ONE);
        return new IpAddress(first.value().add(span), first.width());
    }

    /** Returns the addresses as a range; of a network with more than 2^60 addresses only the first ones. */
    public IpRange range() {
        return new IpRange(first, size());
    }

    public boolean contains(IpAddress address) {
        return address.isSameFamily(first) && address.compareTo(first) >= 0 && address.compareTo(last()) <= 0;
    }

    public boolean contains(CidrBlock other) {
        return contains(other.first) && contains(other.last());
    }

    /**
     * Returns whether the first and the last address are the network and broadcast address; point-to-point links and single hosts have
     * none.
     */
    public boolean hasNetworkAndBroadcast() {
        return first.isIpv4() && prefix <= 30;
    }

    /** Returns whether the first address is the IPv6 subnet-router anycast address. */
    public boolean hasRouterAddress() {
        return !first.isIpv4() && prefix <= 126;
    }

    @Override
    public String toString() {
        return first + "/" + prefix;
    }
}
