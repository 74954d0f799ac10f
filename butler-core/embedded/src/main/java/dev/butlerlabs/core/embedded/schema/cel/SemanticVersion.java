package dev.butlerlabs.core.embedded.schema.cel;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.math.BigInteger;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** A semantic version such as {@code 1.2.3-rc.1}; build metadata after a plus sign does not affect the order. */
record SemanticVersion(long major, long minor, long patch, List<String> preview)
        implements Comparable<SemanticVersion> {
    private static final String NUMBER = "(0|[1-9]\\d*)";
    private static final Pattern SYNTAX = Pattern.compile(
            "^" + NUMBER + "\\." + NUMBER + "\\." + NUMBER + "(?:-([0-9A-Za-z.-]+))?(?:\\+[0-9A-Za-z.-]+)?$");

    SemanticVersion {
        preview = List.copyOf(preview);
    }

    static Optional<SemanticVersion> parse(String text) {
        Matcher matcher = SYNTAX.matcher(text);
        if (!matcher.find()) {
            return Optional.empty();
        }
        List<String> preview =
                matcher.group(4) == null ? List.of() : List.of(matcher.group(4).split("\\.", -1));
        return Optional.of(new SemanticVersion(
                Long.parseLong(matcher.group(1)),
                Long.parseLong(matcher.group(2)),
                Long.parseLong(matcher.group(3)),
                preview));
    }

    /** Parses a version leniently: a leading v, missing components and leading zeros are allowed. */
    static Optional<SemanticVersion> tolerant(String text) {
        String trimmed = text.strip();
        String bare = trimmed.startsWith("v") ? trimmed.substring(1) : trimmed;
        int end = 0;
        while (end < bare.length() && "-+".indexOf(bare.charAt(end)) < 0) {
            end++;
        }
        StringBuilder numbers = new StringBuilder();
        String[] parts = bare.substring(0, end).split("\\.", -1);
        for (int place = 0; place < 3; place++) {
            String part = place < parts.length ? parts[place].replaceFirst("^0+(?=\\d)", "") : "0";
            numbers.append(place == 0 ? "" : ".").append(part);
        }
        return parts.length > 3 ? Optional.empty() : parse(numbers + bare.substring(end));
    }

    @Override
    public int compareTo(SemanticVersion other) {
        int order = Long.compare(major, other.major);
        order = order != 0 ? order : Long.compare(minor, other.minor);
        order = order != 0 ? order : Long.compare(patch, other.patch);
        return order != 0 ? order : comparePreviews(other.preview);
    }

    private int comparePreviews(List<String> others) {
        if (preview.isEmpty() || others.isEmpty()) {
            return Boolean.compare(preview.isEmpty(), others.isEmpty());
        }
        for (int place = 0; place < Math.min(preview.size(), others.size()); place++) {
            int order = compareWords(preview.get(place), others.get(place));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(preview.size(), others.size());
    }

    private static int compareWords(String left, String right) {
        boolean leftNumber = left.chars().allMatch(Character::isDigit);
        boolean rightNumber = right.chars().allMatch(Character::isDigit);
        if (leftNumber && rightNumber) {
            return new BigInteger(left).compareTo(new BigInteger(right));
        }
        return leftNumber == rightNumber ? left.compareTo(right) : Boolean.compare(rightNumber, leftNumber);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SemanticVersion version && compareTo(version) == 0;
    }

    @Override
    public int hashCode() {
        return Objects.hash(major, minor, patch, preview);
    }
}
