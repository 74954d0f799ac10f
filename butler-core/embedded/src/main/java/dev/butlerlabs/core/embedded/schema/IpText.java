package dev.butlerlabs.core.embedded.schema;

import dev.butlerlabs.core.net.CidrBlock;
import dev.butlerlabs.core.net.IpAddress;
import java.util.regex.Pattern;

/** Checks the formats {@code ipv4}, {@code ipv6} and {@code cidr}, which allow leading zeros, unlike {@link IpAddress}. */
final class IpText {
    /** Leading zeros of a decimal number of up to three digits. */
    private static final Pattern LEADING_ZEROS =
            Pattern.compile("(?<![0-9a-fA-F])(?=[0-9]{1,3}(?:[./]|$))0{1,2}(?=[0-9])");

    private IpText() {}

    static boolean isAddress(String text) {
        return IpAddress.tryParse(withoutLeadingZeros(text)).isPresent();
    }

    /** Returns whether the text is an address with a prefix length, such as {@code 10.0.0.0/8}. */
    static boolean isNetwork(String text) {
        return CidrBlock.tryParse(withoutLeadingZeros(text)).isPresent();
    }

    private static String withoutLeadingZeros(String text) {
        return LEADING_ZEROS.matcher(text).replaceAll("");
    }
}
