package dev.butlerlabs.core.version;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A release of Talos or Kubernetes. Immutable. */
public record ReleaseVersion(int major, int minor, int patch) implements Comparable<ReleaseVersion> {
    private static final Pattern FORM = Pattern.compile("v?([0-9]{1,4})\\.([0-9]{1,4})\\.([0-9]{1,4})");
    private static final Comparator<ReleaseVersion> ORDER = Comparator.comparingInt(ReleaseVersion::major)
            .thenComparingInt(ReleaseVersion::minor)
            .thenComparingInt(ReleaseVersion::patch);

    /** Parses a text such as {@code v1.37.2}; a suffix after a dash or plus is ignored. Empty if it is not valid. */
    public static Optional<ReleaseVersion> find(String text) {
        Matcher form = FORM.matcher(text.replaceFirst("[-+].*", ""));
        return form.matches()
                ? Optional.of(new ReleaseVersion(
                        Integer.parseInt(form.group(1)),
                        Integer.parseInt(form.group(2)),
                        Integer.parseInt(form.group(3))))
                : Optional.empty();
    }

    public boolean isSameMinor(ReleaseVersion other) {
        return major == other.major && minor == other.minor;
    }

    public MinorVersion minorVersion() {
        return new MinorVersion(major, minor);
    }

    @Override
    public int compareTo(ReleaseVersion other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return "v%d.%d.%d".formatted(major, minor, patch);
    }
}
