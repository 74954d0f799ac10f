package dev.butlerlabs.core.net;

import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Formats addresses canonically: lower case, no leading zeros, the longest run of zero groups as two colons (RFC 5952). */
final class IpAddressFormat {
    private static final int GROUPS = 8;

    private IpAddressFormat() {}

    static String of(byte[] bytes) {
        return bytes.length == 4 ? ipv4(bytes) : ipv6(bytes);
    }

    private static String ipv4(byte[] bytes) {
        return IntStream.range(0, bytes.length)
                .mapToObj(index -> String.valueOf(bytes[index] & 0xff))
                .collect(Collectors.joining("."));
    }

    private static String ipv6(byte[] bytes) {
        int[] groups = IntStream.range(0, GROUPS)
                .map(index -> (bytes[index * 2] & 0xff) << Byte.SIZE | (bytes[index * 2 + 1] & 0xff))
                .toArray();
        int gap = longestGap(groups);
        return gap < 0
                ? join(groups, 0, GROUPS)
                : join(groups, 0, gap) + "::" + join(groups, gap + zerosFrom(groups, gap), GROUPS);
    }

    /** Returns the index of the first of the longest runs of at least two zero groups, or -1. */
    private static int longestGap(int[] groups) {
        int longest = -1;
        for (int index = 0; index < GROUPS; index++) {
            int zeros = zerosFrom(groups, index);
            if (zeros > 1 && (longest < 0 || zeros > zerosFrom(groups, longest))) {
                longest = index;
            }
        }
        return longest;
    }

    private static int zerosFrom(int[] groups, int start) {
        int end = start;
        while (end < GROUPS && groups[end] == 0) {
            end++;
        }
        return end - start;
    }

    private static String join(int[] groups, int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(index -> Integer.toHexString(groups[index]))
                .collect(Collectors.joining(":"));
    }
}
