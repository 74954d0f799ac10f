package dev.butlerlabs.core.net;

import java.util.Optional;

/** Parses address literals strictly: no DNS lookups, leading zeros in IPv4 numbers, short forms, zones or brackets. */
final class IpAddressParser {
    private static final int IPV4_BYTES = 4;
    private static final int IPV6_BYTES = 16;
    private static final int GROUP_BYTES = 2;

    private IpAddressParser() {}

    /** Returns the four or sixteen bytes of an address; empty if the text is not an address. */
    static Optional<byte[]> parse(String text) {
        return text.contains(":") ? ipv6(text) : ipv4(text);
    }

    private static Optional<byte[]> ipv4(String text) {
        String[] parts = text.split("\\.", -1);
        if (parts.length != IPV4_BYTES) {
            return Optional.empty();
        }
        byte[] bytes = new byte[IPV4_BYTES];
        for (int index = 0; index < IPV4_BYTES; index++) {
            int number = decimal(parts[index], 255);
            if (number < 0) {
                return Optional.empty();
            }
            bytes[index] = (byte) number;
        }
        return Optional.of(bytes);
    }

    /** Returns the number, or -1 if it is larger than the maximum, has leading zeros or other characters than digits. */
    static int decimal(String text, int maximum) {
        boolean digits = !text.isEmpty() && text.length() <= 3 && text.chars().allMatch(c -> c >= '0' && c <= '9');
        if (!digits || (text.length() > 1 && text.startsWith("0"))) {
            return -1;
        }
        int number = Integer.parseInt(text);
        return number <= maximum ? number : -1;
    }

    private static Optional<byte[]> ipv6(String text) {
        int gap = text.indexOf("::");
        if (gap < 0) {
            return groups(text).filter(bytes -> bytes.length == IPV6_BYTES);
        }
        String end = text.substring(gap + 2);
        boolean dottedBeforeGap = text.substring(0, gap).contains(".");
        if (dottedBeforeGap || text.indexOf("::", gap + 1) >= 0) {
            return Optional.empty();
        }
        return groups(text.substring(0, gap)).flatMap(head -> groups(end).flatMap(tail -> filled(head, tail)));
    }

    /** Returns the head and the tail with zeros between them; empty if no group is left for the zeros. */
    private static Optional<byte[]> filled(byte[] head, byte[] tail) {
        if (head.length + tail.length > IPV6_BYTES - GROUP_BYTES) {
            return Optional.empty();
        }
        byte[] bytes = new byte[IPV6_BYTES];
        System.arraycopy(head, 0, bytes, 0, head.length);
        System.arraycopy(tail, 0, bytes, IPV6_BYTES - tail.length, tail.length);
        return Optional.of(bytes);
    }

    /** Parses groups of up to four hexadecimal digits; the last two groups may be an IPv4 address. */
    private static Optional<byte[]> groups(String text) {
        if (text.isEmpty()) {
            return Optional.of(new byte[0]);
        }
        int lastColon = text.lastIndexOf(':');
        if (!text.substring(lastColon + 1).contains(".")) {
            return hexadecimal(text.split(":", -1));
        }
        Optional<byte[]> head = lastColon < 0
                ? Optional.of(new byte[0])
                : hexadecimal(text.substring(0, lastColon).split(":", -1));
        return head.flatMap(first -> ipv4(text.substring(lastColon + 1)).map(last -> joined(first, last)));
    }

    private static Optional<byte[]> hexadecimal(String[] parts) {
        byte[] bytes = new byte[parts.length * GROUP_BYTES];
        for (int index = 0; index < parts.length; index++) {
            if (!parts[index].matches("[0-9a-fA-F]{1,4}")) {
                return Optional.empty();
            }
            int group = Integer.parseInt(parts[index], 16);
            bytes[index * GROUP_BYTES] = (byte) (group >> Byte.SIZE);
            bytes[index * GROUP_BYTES + 1] = (byte) group;
        }
        return Optional.of(bytes);
    }

    private static byte[] joined(byte[] first, byte[] last) {
        byte[] bytes = new byte[first.length + last.length];
        System.arraycopy(first, 0, bytes, 0, first.length);
        System.arraycopy(last, 0, bytes, first.length, last.length);
        return bytes;
    }
}
