package dev.butlerlabs.core.tenant.change;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A Kubernetes release as a TenantCluster names it. */
public record Release(int major, int minor, int patch) implements Comparable<Release> {
    private static final Pattern FORM = Pattern.compile("v?([0-9]{1,4})\\.([0-9]{1,4})\\.([0-9]{1,4})");
    private static final Comparator<Release> ORDER = Comparator.comparingInt(Release::major)
            .thenComparingInt(Release::minor)
            .thenComparingInt(Release::patch);

    /** The release of a text such as {@code v1.31.4}; what follows a dash or plus, as vendors append it, is left out. */
    public static Optional<Release> find(String text) {
        Matcher form = FORM.matcher(text.replaceFirst("[-+].*", ""));
        return form.matches()
                ? Optional.of(new Release(
                        Integer.parseInt(form.group(1)),
                        Integer.parseInt(form.group(2)),
                        Integer.parseInt(form.group(3))))
                : Optional.empty();
    }

    boolean isSameMinor(Release other) {
        return major == other.major && minor == other.minor;
    }

    @Override
    public int compareTo(Release other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return "v%d.%d.%d".formatted(major, minor, patch);
    }
}
