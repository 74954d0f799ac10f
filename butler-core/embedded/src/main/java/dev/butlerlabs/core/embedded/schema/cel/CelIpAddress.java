package dev.butlerlabs.core.embedded.schema.cel;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** An IP address, as a list of bytes so that equal addresses are equal. */
record CelIpAddress(List<Integer> octets) {
    CelIpAddress {
        octets = List.copyOf(octets);
    }

    static Optional<CelIpAddress> parse(String text) {
        return IpText.strict(text).map(CelIpAddress::of);
    }

    static CelIpAddress of(byte[] bytes) {
        return new CelIpAddress(IntStream.range(0, bytes.length)
                .mapToObj(place -> bytes[place] & 0xff)
                .toList());
    }

    byte[] bytes() {
        byte[] bytes = new byte[octets.size()];
        for (int place = 0; place < bytes.length; place++) {
            bytes[place] = octets.get(place).byteValue();
        }
        return bytes;
    }

    long family() {
        return octets.size() == 4 ? 4 : 6;
    }

    /** Converts to {@link InetAddress} without a DNS lookup. */
    InetAddress address() {
        try {
            return InetAddress.getByAddress(bytes());
        } catch (UnknownHostException impossible) {
            throw new IllegalStateException("an address has 4 or 16 bytes", impossible);
        }
    }

    boolean isLinkLocalMulticast() {
        return family() == 4
                ? octets.subList(0, 3).equals(List.of(224, 0, 0))
                : octets.get(0) == 0xff && (octets.get(1) & 0x0f) == 2;
    }

    boolean isGlobalUnicast() {
        InetAddress address = address();
        boolean broadcast = octets.stream().allMatch(octet -> octet == 255) && family() == 4;
        return !(broadcast
                || address.isAnyLocalAddress()
                || address.isLoopbackAddress()
                || address.isMulticastAddress()
                || address.isLinkLocalAddress());
    }

    /** Returns the canonical text form. */
    @Override
    public String toString() {
        return IpText.canonical(bytes());
    }
}
