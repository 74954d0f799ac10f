package dev.butlerlabs.core.ipam.space;

import java.math.BigInteger;

/**
 * A network in CIDR notation.
 *
 * @param first its lowest address
 * @param prefix how many leading bits all its addresses share
 */
public record Network(Address first, int prefix) {
    /** No more addresses than this are counted; a network of IPv6 that has more is used from its beginning. */
    static final int MOST_BITS = 60;

    public Network {
        if (prefix < 0 || prefix > first.width()) {
            throw new IllegalArgumentException("not a prefix length: " + prefix);
        }
        if (!first.equals(lowest(first, prefix))) {
            throw new IllegalArgumentException("not the first address of a network: " + first);
        }
    }

    /**
     * Reads {@code 10.40.0.0/21}; an address within the network stands for the network.
     *
     * @throws IllegalArgumentException when it is none
     */
    public static Network parse(String text) {
        int slash = text.indexOf('/');
        if (slash < 0) {
            throw new IllegalArgumentException("no prefix length in " + text);
        }
        Address address = Address.parse(text.substring(0, slash));
        int prefix = Integer.parseInt(text.substring(slash + 1));
        if (prefix < 0 || prefix > address.width()) {
            throw new IllegalArgumentException("not a prefix length: " + prefix);
        }
        return new Network(lowest(address, prefix), prefix);
    }

    private static Address lowest(Address address, int prefix) {
        int free = address.width() - prefix;
        return new Address(address.value().shiftRight(free).shiftLeft(free), address.width());
    }

    /** How many addresses are counted. */
    public long size() {
        return 1L << Math.min(MOST_BITS, first.width() - prefix);
    }

    public Address last() {
        BigInteger span = BigInteger.ONE.shiftLeft(first.width() - prefix).subtract(BigInteger.ONE);
        return new Address(first.value().add(span), first.width());
    }

    public boolean contains(Address address) {
        return address.isSameFamily(first) && address.compareTo(first) >= 0 && address.compareTo(last()) <= 0;
    }

    public boolean contains(Network other) {
        return contains(other.first) && contains(other.last());
    }

    /** IPv4 names the network by its first address and all its hosts by its last; point-to-point links and single hosts do not. */
    boolean hasNetworkAndBroadcast() {
        return first.width() == 32 && prefix <= 30;
    }

    /** IPv6 keeps the first address for the routers of the network. */
    boolean hasRouterAddress() {
        return first.width() == 128 && prefix <= 126;
    }

    @Override
    public String toString() {
        return first + "/" + prefix;
    }
}
