package dev.butlerlabs.core.talos.patch;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Merges URLs by component, as Talos does: a component that is missing on the right is kept from the left. */
final class UrlMerger {
    private static final Pattern PARTS =
            Pattern.compile("(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?://([^/?#]*))?([^?#]*)(?:\\?([^#]*))?(?:#(.*))?");

    private UrlMerger() {}

    static String merge(String left, String right) {
        Matcher one = PARTS.matcher(left);
        Matcher other = PARTS.matcher(right);
        if (!one.matches() || !other.matches()) {
            return right;
        }
        return mark("", part(one, other, 1), ":")
                + mark("//", part(one, other, 2), "")
                + part(one, other, 3)
                + mark("?", part(one, other, 4), "")
                + mark("#", part(one, other, 5), "");
    }

    private static String part(Matcher left, Matcher right, int group) {
        String preferred = right.group(group);
        String other = left.group(group);
        return preferred != null && !preferred.isEmpty() ? preferred : other == null ? "" : other;
    }

    private static String mark(String before, String part, String after) {
        return part.isEmpty() ? "" : before + part + after;
    }
}
