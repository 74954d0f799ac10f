package dev.butlerlabs.core.backup.schedule;

import java.util.BitSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A field of a cron expression. Immutable.
 *
 * @param isRestricted whether it does not start with {@code *}
 */
record CronField(BitSet values, boolean isRestricted) {
    private static final Pattern PART = Pattern.compile("(?:(\\*)|(\\w+)(?:-(\\w+))?)(?:/(\\d{1,4}))?");
    private static final int NAME_LENGTH = 3;

    CronField {
        values = (BitSet) values.clone();
    }

    /**
     * Parses a field, such as {@code *}, {@code 1,15} or {@code 8-18/2}.
     *
     * @param names three letters for each value from the first; empty if the field has no names
     * @throws IllegalArgumentException if it is not valid
     */
    static CronField parse(String name, String text, int first, int last, String names) {
        BitSet values = new BitSet();
        for (String part : text.split(",", -1)) {
            Matcher matcher = PART.matcher(part);
            if (!matcher.matches()) {
                throw invalid(name, part, first, last);
            }
            boolean isAny = matcher.group(1) != null;
            boolean isStepped = matcher.group(4) != null;
            int start = isAny ? first : number(name, matcher.group(2), first, last, names);
            int end = matcher.group(3) != null
                    ? number(name, matcher.group(3), first, last, names)
                    : isAny || isStepped ? last : start;
            int step = isStepped ? Integer.parseInt(matcher.group(4)) : 1;
            if (start > end || step < 1) {
                throw invalid(name, part, first, last);
            }
            for (int value = start; value <= end; value += step) {
                values.set(value);
            }
        }
        return new CronField(values, !text.startsWith("*"));
    }

    private static int number(String name, String text, int first, int last, String names) {
        int position = text.length() == NAME_LENGTH ? names.indexOf(text) : -1;
        if (position >= 0 && position % NAME_LENGTH == 0) {
            return first + position / NAME_LENGTH;
        }
        if (!text.matches("\\d{1,2}") || Integer.parseInt(text) < first || Integer.parseInt(text) > last) {
            throw invalid(name, text, first, last);
        }
        return Integer.parseInt(text);
    }

    private static IllegalArgumentException invalid(String name, String part, int first, int last) {
        return new IllegalArgumentException(
                "invalid %s \"%s\": must be from %d to %d".formatted(name, part, first, last));
    }

    boolean matches(int value) {
        return values.get(value);
    }
}
