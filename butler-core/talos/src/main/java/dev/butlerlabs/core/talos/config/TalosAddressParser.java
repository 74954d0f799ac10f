package dev.butlerlabs.core.talos.config;

import java.net.InetAddress;
import java.util.Optional;

/** Parses IP addresses and subnets without DNS lookups. */
final class TalosAddressParser {
    private TalosAddressParser() {}

    static boolean isAddress(String text) {
        return parse(text).isPresent();
    }

    static boolean isSubnet(String text) {
        int slash = text.indexOf('/');
        if (slash < 0 || !text.substring(slash + 1).matches("[0-9]{1,3}")) {
            return false;
        }
        int bits = Integer.parseInt(text.substring(slash + 1));
        return parse(text.substring(0, slash))
                .filter(address -> bits <= address.getAddress().length * 8)
                .isPresent();
    }

    private static Optional<InetAddress> parse(String text) {
        try {
            return Optional.of(InetAddress.ofLiteral(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
