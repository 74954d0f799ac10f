package dev.butlerlabs.core.config;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An IPv4 address.
 *
 * @param number the 32 bits of the address
 */
public record Ipv4Address(long number) implements Comparable<Ipv4Address> {
    static final String PATTERN =
            "(?:(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])\\.){3}(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";

    static final long LARGEST = 0xffff_ffffL;
    private static final Pattern FORM = Pattern.compile(PATTERN);
    private static final int BYTE = 8;

    public Ipv4Address {
        if (number < 0 || number > LARGEST) {
            throw new IllegalArgumentException("An IPv4 address has 32 bits.");
        }
    }

    /**
     * Parses an address.
     *
     * @return empty unless the text is exactly four numbers up to 255 without leading zeros
     */
    public static Optional<Ipv4Address> parse(String text) {
        if (!FORM.matcher(text).matches()) {
            return Optional.empty();
        }
        long number = 0;
        for (String part : text.split("\\.", -1)) {
            number = number << BYTE | Integer.parseInt(part);
        }
        return Optional.of(new Ipv4Address(number));
    }

    @Override
    public int compareTo(Ipv4Address other) {
        return Long.compare(number, other.number);
    }

    @Override
    public String toString() {
        return "%d.%d.%d.%d".formatted(number >> 24, number >> 16 & 0xff, number >> 8 & 0xff, number & 0xff);
    }
}
