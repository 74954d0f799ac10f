package dev.butlerlabs.sim.cluster.control;

import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** A range of IPv4 addresses. */
record LoadBalancerAddressRange(long first, long last) {
    private static final int BITS = 32;

    /** Parses {@code a-b} or a CIDR; empty for anything else, such as IPv6. */
    static Optional<LoadBalancerAddressRange> parse(String text) {
        try {
            int dash = text.indexOf('-');
            if (dash > 0) {
                return Optional.of(new LoadBalancerAddressRange(
                        number(text.substring(0, dash)), number(text.substring(dash + 1))));
            }
            int slash = text.indexOf('/');
            long size = 1L << (BITS - Integer.parseInt(text.substring(slash + 1)));
            long base = number(text.substring(0, slash)) / size * size;
            return Optional.of(new LoadBalancerAddressRange(base, base + size - 1));
        } catch (NumberFormatException | IndexOutOfBoundsException e) {
            return Optional.empty();
        }
    }

    Stream<String> addresses() {
        return LongStream.rangeClosed(first, last).mapToObj(LoadBalancerAddressRange::text);
    }

    private static long number(String address) {
        long number = 0;
        for (String part : address.strip().split("\\.", -1)) {
            number = number * 256 + Integer.parseInt(part);
        }
        return number;
    }

    private static String text(long number) {
        return "%d.%d.%d.%d".formatted(number >> 24 & 255, number >> 16 & 255, number >> 8 & 255, number & 255);
    }
}
