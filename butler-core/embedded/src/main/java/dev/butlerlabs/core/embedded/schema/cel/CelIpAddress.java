package dev.butlerlabs.core.embedded.schema.cel;

import dev.butlerlabs.core.net.IpAddress;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;

/** An IP address with the functions of CEL type {@code IP}; like Kubernetes, it accepts no IPv4-mapped IPv6 addresses. */
record CelIpAddress(IpAddress value) {
    static Optional<CelIpAddress> parse(String text) {
        return IpAddress.tryParse(text)
                .filter(address -> !address.isIpv4Mapped())
                .map(CelIpAddress::new);
    }

    long family() {
        return value.isIpv4() ? 4 : 6;
    }

    /** Converts to {@link InetAddress} without a DNS lookup. */
    InetAddress address() {
        try {
            return InetAddress.getByAddress(value.bytes());
        } catch (UnknownHostException impossible) {
            throw new IllegalStateException("an address has 4 or 16 bytes", impossible);
        }
    }

    boolean isLinkLocalMulticast() {
        byte[] bytes = value.bytes();
        return value.isIpv4()
                ? (bytes[0] & 0xff) == 224 && bytes[1] == 0 && bytes[2] == 0
                : (bytes[0] & 0xff) == 0xff && (bytes[1] & 0x0f) == 2;
    }

    boolean isGlobalUnicast() {
        InetAddress address = address();
        boolean broadcast = value.isIpv4() && value.value().bitCount() == value.width();
        return !(broadcast
                || address.isAnyLocalAddress()
                || address.isLoopbackAddress()
                || address.isMulticastAddress()
                || address.isLinkLocalAddress());
    }

    /** Returns the canonical text form. */
    @Override
    public String toString() {
        return value.toString();
    }
}
