package dev.butlerlabs.core.version;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A minor version of Talos or Kubernetes, such as 1.14. Immutable. */
public record MinorVersion(int major, int minor) implements Comparable<MinorVersion> {
    private static final Pattern FORM = Pattern.compile("([0-9]{1,4})\\.([0-9]{1,4})");
    private static final Comparator<MinorVersion> ORDER =
            Comparator.comparingInt(MinorVersion::major).thenComparingInt(MinorVersion::minor);

    /** Parses a text such as {@code 1.14}. Empty if it is not valid. */
    public static Optional<MinorVersion> find(String text) {
        Matcher form = FORM.matcher(text);
        return form.matches()
                ? Optional.of(new MinorVersion(Integer.parseInt(form.group(1)), Integer.parseInt(form.group(2))))
                : Optional.empty();
    }

    /** Returns the next minor version: 1.15 for 1.14. */
    public MinorVersion next() {
        return new MinorVersion(major, minor + 1);
    }

    @Override
    public int compareTo(MinorVersion other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return major + "." + minor;
    }
}
