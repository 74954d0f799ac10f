package dev.butlerlabs.core.cli;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Version of a release, such as {@code 1.4.0} or {@code 1.4.0-rc.1}. A version with a suffix precedes the one without.
 *
 * @param suffix identifiers after the dash; empty for a final release
 */
record ProgramVersion(int major, int minor, int patch, List<String> suffix) implements Comparable<ProgramVersion> {
    private static final Pattern FORM = Pattern.compile(
            "v?(\\d{1,9})\\.(\\d{1,9})\\.(\\d{1,9})(?:-([0-9A-Za-z.-]{1,60}))?(?:\\+[0-9A-Za-z.-]{1,60})?");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");
    private static final Comparator<ProgramVersion> BY_NUMBERS = Comparator.comparingInt(ProgramVersion::major)
            .thenComparingInt(ProgramVersion::minor)
            .thenComparingInt(ProgramVersion::patch);

    ProgramVersion {
        suffix = List.copyOf(suffix);
    }

    /** Returns the version that a text contains; empty if it is not one. */
    static Optional<ProgramVersion> parse(String text) {
        Matcher parts = FORM.matcher(text);
        if (!parts.matches()) {
            return Optional.empty();
        }
        List<String> suffix =
                parts.group(4) == null ? List.of() : List.of(parts.group(4).split("\\.", -1));
        return Optional.of(new ProgramVersion(
                Integer.parseInt(parts.group(1)),
                Integer.parseInt(parts.group(2)),
                Integer.parseInt(parts.group(3)),
                suffix));
    }

    @Override
    public int compareTo(ProgramVersion other) {
        int byNumbers = BY_NUMBERS.compare(this, other);
        return byNumbers == 0 ? compareSuffix(other) : byNumbers;
    }

    private int compareSuffix(ProgramVersion other) {
        if (suffix.isEmpty() || other.suffix.isEmpty()) {
            return Boolean.compare(suffix.isEmpty(), other.suffix.isEmpty());
        }
        for (int index = 0; index < Math.min(suffix.size(), other.suffix.size()); index++) {
            int compared = compareIdentifiers(suffix.get(index), other.suffix.get(index));
            if (compared != 0) {
                return compared;
            }
        }
        return Integer.compare(suffix.size(), other.suffix.size());
    }

    /** Numbers precede words, as in semantic versions. */
    private static int compareIdentifiers(String left, String right) {
        boolean isNumber = NUMBER.matcher(left).matches();
        if (isNumber && NUMBER.matcher(right).matches()) {
            return Integer.compare(Integer.parseInt(left), Integer.parseInt(right));
        }
        return isNumber == NUMBER.matcher(right).matches()
                ? left.compareTo(right)
                : Boolean.compare(!isNumber, isNumber);
    }

    @Override
    public String toString() {
        String numbers = major + "." + minor + "." + patch;
        return suffix.isEmpty() ? numbers : numbers + "-" + String.join(".", suffix);
    }
}
