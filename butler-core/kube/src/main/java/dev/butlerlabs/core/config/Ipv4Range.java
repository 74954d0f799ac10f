package dev.butlerlabs.core.config;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A range of addresses, both ends included.
 *
 * @param text as written by the user
 */
public record Ipv4Range(Ipv4Address first, Ipv4Address last, String text) {
    static final String NETWORK = Ipv4Address.PATTERN + "/(?:3[0-2]|[12]?[0-9])";
    static final String EITHER = "(?:" + NETWORK + "|" + Ipv4Address.PATTERN + " ?- ?" + Ipv4Address.PATTERN + ")";

    public Ipv4Range {
        Objects.requireNonNull(first, "first");
        Objects.requireNonNull(last, "last");
        Objects.requireNonNull(text, "text");
        if (first.compareTo(last) > 0) {
            throw new IllegalArgumentException("A range must start with its smallest address.");
        }
    }

    /**
     * Returns the range between two addresses.
     *
     * @return empty if the second one is smaller
     */
    public static Optional<Ipv4Range> between(Ipv4Address first, Ipv4Address last) {
        return first.compareTo(last) > 0
                ? Optional.empty()
                : Optional.of(new Ipv4Range(first, last, first.equals(last) ? first.toString() : first + "-" + last));
    }

    /**
     * Returns the addresses of a network in CIDR notation.
     *
     * @return empty if the text is not a network or has host bits set
     */
    public static Optional<Ipv4Range> ofNetwork(String text) {
        if (!text.matches(NETWORK)) {
            return Optional.empty();
        }
        int slash = text.indexOf('/');
        long hosts = Ipv4Address.LARGEST >> Integer.parseInt(text.substring(slash + 1));
        return Ipv4Address.parse(text.substring(0, slash))
                .filter(first -> (first.number() & hosts) == 0)
                .map(first -> new Ipv4Range(first, new Ipv4Address(first.number() | hosts), text));
    }

    /** Parses a network in CIDR notation, or two addresses separated by a dash. */
    public static Optional<Ipv4Range> parse(String text) {
        int dash = text.indexOf('-');
        if (dash < 0) {
            return ofNetwork(text);
        }
        Optional<Ipv4Address> last = Ipv4Address.parse(text.substring(dash + 1).strip());
        return Ipv4Address.parse(text.substring(0, dash).strip())
                .flatMap(first -> last.flatMap(end -> between(first, end)));
    }

    public boolean contains(Ipv4Address address) {
        return first.compareTo(address) <= 0 && address.compareTo(last) <= 0;
    }

    public boolean contains(Ipv4Range other) {
        return contains(other.first) && contains(other.last);
    }

    public boolean overlaps(Ipv4Range other) {
        return first.compareTo(other.last) <= 0 && other.first.compareTo(last) <= 0;
    }

    /**
     * Returns the one or two ranges that remain without an address: empty if the range is only this address, the range itself if
     * the address is outside.
     */
    public List<Ipv4Range> without(Ipv4Address address) {
        if (!contains(address)) {
            return List.of(this);
        }
        Stream<Optional<Ipv4Range>> parts = Stream.of(
                address.equals(first) ? Optional.empty() : between(first, new Ipv4Address(address.number() - 1)),
                address.equals(last) ? Optional.empty() : between(new Ipv4Address(address.number() + 1), last));
        return parts.flatMap(Optional::stream).toList();
    }

    public long size() {
        return last.number() - first.number() + 1;
    }

    @Override
    public String toString() {
        return text;
    }
}
