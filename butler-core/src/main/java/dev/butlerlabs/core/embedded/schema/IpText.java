package dev.butlerlabs.core.embedded.schema;

import java.util.Optional;

/** IP addresses and networks as text, read without asking any resolver. */
final class IpText {
    private IpText() {}

    static boolean isAddress(String text) {
        return parse(text).isPresent();
    }

    /** An address and a prefix length, such as {@code 10.0.0.0/8}. */
    static boolean isNetwork(String text) {
        int slash = text.indexOf('/');
        if (slash < 0) {
            return false;
        }
        Optional<byte[]> address = parse(text.substring(0, slash));
        return address.isPresent() && prefixLength(text.substring(slash + 1), address.get().length * 8) >= 0;
    }

    /** The prefix length, or -1 when it is no number or too long. */
    static int prefixLength(String text, int most) {
        if (text.isEmpty() || text.length() > 3 || !text.chars().allMatch(IpText::isDigit)) {
            return -1;
        }
        int length = Integer.parseInt(text);
        return length <= most ? length : -1;
    }

    /** Four or sixteen bytes. */
    static Optional<byte[]> parse(String text) {
        return text.contains(":") ? parseSix(text) : parseFour(text);
    }

    private static Optional<byte[]> parseFour(String text) {
        String[] parts = text.split("\\.", -1);
        if (parts.length != 4) {
            return Optional.empty();
        }
        byte[] address = new byte[4];
        for (int place = 0; place < 4; place++) {
            String part = parts[place];
            if (part.isEmpty() || part.length() > 3 || !part.chars().allMatch(IpText::isDigit)) {
                return Optional.empty();
            }
            int number = Integer.parseInt(part);
            if (number > 255) {
                return Optional.empty();
            }
            address[place] = (byte) number;
        }
        return Optional.of(address);
    }

    private static Optional<byte[]> parseSix(String text) {
        int gap = text.indexOf("::");
        if (gap < 0) {
            return groups(text).filter(bytes -> bytes.length == 16);
        }
        if (text.indexOf("::", gap + 1) >= 0) {
            return Optional.empty();
        }
        Optional<byte[]> head = groups(text.substring(0, gap));
        Optional<byte[]> tail = groups(text.substring(gap + 2));
        if (head.isEmpty() || tail.isEmpty() || head.get().length + tail.get().length > 14) {
            return Optional.empty();
        }
        byte[] address = new byte[16];
        System.arraycopy(head.get(), 0, address, 0, head.get().length);
        System.arraycopy(tail.get(), 0, address, 16 - tail.get().length, tail.get().length);
        return Optional.of(address);
    }

    /** Groups of up to four hexadecimal digits; the last two may be written as an IPv4 address. */
    private static Optional<byte[]> groups(String text) {
        if (text.isEmpty()) {
            return Optional.of(new byte[0]);
        }
        String[] parts = text.split(":", -1);
        boolean dotted = parts[parts.length - 1].contains(".");
        byte[] bytes = new byte[parts.length * 2 + (dotted ? 2 : 0)];
        for (int place = 0; place < parts.length - (dotted ? 1 : 0); place++) {
            String part = parts[place];
            if (part.isEmpty()
                    || part.length() > 4
                    || !part.chars().allMatch(digit -> Character.digit(digit, 16) >= 0 && digit < 128)) {
                return Optional.empty();
            }
            int group = Integer.parseInt(part, 16);
            bytes[place * 2] = (byte) (group >> 8);
            bytes[place * 2 + 1] = (byte) group;
        }
        if (!dotted) {
            return Optional.of(bytes);
        }
        return parseFour(parts[parts.length - 1]).map(four -> {
            System.arraycopy(four, 0, bytes, bytes.length - 4, 4);
            return bytes;
        });
    }

    private static boolean isDigit(int character) {
        return character >= '0' && character <= '9';
    }
}
