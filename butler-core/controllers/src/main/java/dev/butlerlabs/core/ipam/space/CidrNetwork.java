package dev.butlerlabs.core.ipam.space;

import java.math.BigInteger;

/**
 * A network in CIDR notation. Immutable.
 *
 * @param first its lowest address
 * @param prefix the prefix length
 */
public record CidrNetwork(IpAddressNumber first, int prefix) {
    /** The maximum size of a network in bits; of a larger IPv6 network only the first addresses are used. */
    static final int MOST_BITS = 60;

    public CidrNetwork {
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
    public static CidrNetwork parse(String text) {
        int slash = text.indexOf('/');
        if (slash < 0) {
            throw new IllegalArgumentException("missing prefix length in " + text);
        }
        IpAddressNumber address = IpAddressNumber.parse(text.substring(0, slash));
        int prefix = Integer.parseInt(text.substring(slash + 1));
        if (prefix < 0 || prefix > address.width()) {
            throw new IllegalArgumentException("invalid prefix length: " + prefix);
        }
        return new CidrNetwork(lowest(address, prefix), prefix);
    }

    private static IpAddressNumber lowest(IpAddressNumber address, int prefix) {
        int free = address.width() - prefix;
        return new IpAddressNumber(address.value().shiftRight(free).shiftLeft(free), address.width());
    }

    /** Returns the number of addresses, up to 2^60. */
    public long size() {
        return 1L << Math.min(MOST_BITS, first.width() - prefix);
    }

    public IpAddressNumber last() {
        BigInteger span = BigInteger.ONE.shiftLeft(first.width() - prefix).subtract(BigInteger.ONE);
        return new IpAddressNumber(first.value().add(span), first.width());
    }

    public boolean contains(IpAddressNumber address) {
        return address.isSameFamily(first) && address.compareTo(first) >= 0 && address.compareTo(last()) <= 0;
    }

    public boolean contains(CidrNetwork other) {
        return contains(other.first) && contains(other.last());
    }

    /**
     * Returns whether the first and the last address are the network and broadcast address; point-to-point links and single hosts have
     * none.
     */
    boolean hasNetworkAndBroadcast() {
        return first.width() == 32 && prefix <= 30;
    }

    /** Returns whether the first address is the IPv6 subnet-router anycast address. */
    boolean hasRouterAddress() {
        return first.width() == 128 && prefix <= 126;
    }

    @Override
    public String toString() {
        return first + "/" + prefix;
    }
}
