package dev.butlerlabs.core.config;

import dev.butlerlabs.core.net.CidrBlock;
import dev.butlerlabs.core.net.IpAddress;
import dev.butlerlabs.core.net.IpRange;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A range of IPv4 addresses with the notation that the user chose, which {@link IpRange} does not keep.
 *
 * @param text a network in CIDR notation, {@code first-last}, or one address
 */
public record Ipv4Range(IpRange addresses, String text) {
    static final String ADDRESS =
            "(?:(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])\\.){3}(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
    static final String NETWORK = ADDRESS + "/(?:3[0-2]|[12]?[0-9])";
    static final String EITHER = "(?:" + NETWORK + "|" + ADDRESS + " ?- ?" + ADDRESS + ")";

    public Ipv4Range {
        Objects.requireNonNull(addresses, "addresses");
        Objects.requireNonNull(text, "text");
        if (!addresses.first().isIpv4()) {
            throw new IllegalArgumentException("An IPv4 address has 32 bits.");
        }
    }

    /**
     * Returns the range between two addresses.
     *
     * @return empty if the second one is smaller
     */
    public static Optional<Ipv4Range> between(IpAddress first, IpAddress last) {
        return first.compareTo(last) > 0 ? Optional.empty() : Optional.of(of(IpRange.between(first, last)));
    }

    private static Ipv4Range of(IpRange range) {
        String first = range.first().toString();
        return new Ipv4Range(range, range.count() == 1 ? first : first + "-" + range.last());
    }

    /**
     * Returns the addresses of a network in CIDR notation.
     *
     * @return empty if the text is not an IPv4 network or has host bits set
     */
    public static Optional<Ipv4Range> ofNetwork(String text) {
        return CidrBlock.tryParse(text)
                .filter(block -> block.first().isIpv4() && block.toString().equals(text))
                .map(block -> new Ipv4Range(block.range(), text));
    }

    /** Parses a network in CIDR notation, or two addresses separated by a dash. */
    public static Optional<Ipv4Range> parse(String text) {
        int dash = text.indexOf('-');
        if (dash < 0) {
            return ofNetwork(text);
        }
        Optional<IpAddress> last =
                IpAddress.tryParseIpv4(text.substring(dash + 1).strip());
        return IpAddress.tryParseIpv4(text.substring(0, dash).strip())
                .flatMap(first -> last.flatMap(end -> between(first, end)));
    }

    public IpAddress first() {
        return addresses.first();
    }

    public IpAddress last() {
        return addresses.last();
    }

    public boolean contains(IpAddress address) {
        return addresses.contains(address);
    }

    public boolean contains(Ipv4Range other) {
        return addresses.contains(other.addresses);
    }

    public boolean overlaps(Ipv4Range other) {
        return addresses.overlaps(other.addresses);
    }

    /** Returns the one or two ranges that remain without an address, as {@link IpRange#without}. */
    public List<Ipv4Range> without(IpAddress address) {
        return contains(address)
                ? addresses.without(address).stream().map(Ipv4Range::of).toList()
                : List.of(this);
    }

    public long size() {
        return addresses.count();
    }

    @Override
    public String toString() {
        return text;
    }
}
