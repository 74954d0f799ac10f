package dev.butlerlabs.core.embedded.schema.cel;

import java.util.List;
import java.util.Optional;

/** Parses and formats IP addresses and networks without DNS lookups. */
public final class IpText {
    private IpText() {}

    public static boolean isAddress(String text) {
        return parse(text).isPresent();
    }

    /** Whether the text is an address with a prefix length, such as {@code 10.0.0.0/8}. */
    public static boolean isNetwork(String text) {
        int slash = text.indexOf('/');
        if (slash < 0) {
            return false;
        }
        Optional<byte[]> address = parse(text.substring(0, slash));
        return address.isPresent() && prefixLength(text.substring(slash + 1), address.get().length * 8) >= 0;
    }

    /** Returns the prefix length, or -1 if it is not a valid number or too large. */
    static int prefixLength(String text, int most) {
        if (text.isEmpty() || text.length() > 3 || !text.chars().allMatch(IpText::isDigit)) {
            return -1;
        }
        int length = Integer.parseInt(text);
        return length <= most ? length : -1;
    }

    /** Returns the four or sixteen bytes of an address. */
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

    /** Parses groups of up to four hexadecimal digits; the last two groups may be an IPv4 address. */
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

    /** Like {@link #parse}, but rejects ambiguous addresses: leading zeros, zones, and IPv4-mapped IPv6 addresses. */
    static Optional<byte[]> strict(String text) {
        boolean padded = !text.contains(":")
                && List.of(text.split("\\.", -1)).stream().anyMatch(part -> part.length() > 1 && part.startsWith("0"));
        return padded ? Optional.empty() : parse(text).filter(bytes -> bytes.length == 4 || !isMappedFour(bytes));
    }

    private static boolean isMappedFour(byte[] bytes) {
        for (int place = 0; place < 10; place++) {
            if (bytes[place] != 0) {
                return false;
            }
        }
        return bytes[10] == -1 && bytes[11] == -1;
    }

    /** Returns the canonical form: lower case, without leading zeros, the longest run of zeros compressed. */
    static String canonical(byte[] bytes) {
        if (bytes.length == 4) {
            return (bytes[0] & 0xff) + "." + (bytes[1] & 0xff) + "." + (bytes[2] & 0xff) + "." + (bytes[3] & 0xff);
        }
        int[] groups = new int[8];
        for (int place = 0; place < 8; place++) {
            groups[place] = (bytes[place * 2] & 0xff) << 8 | (bytes[place * 2 + 1] & 0xff);
        }
        int start = longestGap(groups);
        int length = start < 0 ? 0 : zerosFrom(groups, start);
        return start < 0 ? join(groups, 0, 8) : join(groups, 0, start) + "::" + join(groups, start + length, 8);
    }

    private static int longestGap(int[] groups) {
        int best = -1;
        for (int place = 0; place < 8; place++) {
            int zeros = zerosFrom(groups, place);
            if (zeros > 1 && (best < 0 || zeros > zerosFrom(groups, best))) {
                best = place;
            }
        }
        return best;
    }

    private static int zerosFrom(int[] groups, int start) {
        int end = start;
        while (end < 8 && groups[end] == 0) {
            end++;
        }
        return end - start;
    }

    private static String join(int[] groups, int from, int to) {
        StringBuilder text = new StringBuilder();
        for (int place = from; place < to; place++) {
            text.append(place == from ? "" : ":").append(Integer.toHexString(groups[place]));
        }
        return text.toString();
    }
}
