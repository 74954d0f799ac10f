package dev.butlerlabs.core.tenant.change;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A Kubernetes release, as in the spec of a TenantCluster. Immutable. */
public record KubernetesRelease(int major, int minor, int patch) implements Comparable<KubernetesRelease> {
    private static final Pattern FORM = Pattern.compile("v?([0-9]{1,4})\\.([0-9]{1,4})\\.([0-9]{1,4})");
    private static final Comparator<KubernetesRelease> ORDER = Comparator.comparingInt(KubernetesRelease::major)
            .thenComparingInt(KubernetesRelease::minor)
            .thenComparingInt(KubernetesRelease::patch);

    /** Parses a text such as {@code v1.31.4}; a vendor suffix after a dash or plus is ignored. Empty if it is not valid. */
    public static Optional<KubernetesRelease> find(String text) {
        Matcher form = FORM.matcher(text.replaceFirst("[-+].*", ""));
        return form.matches()
                ? Optional.of(new KubernetesRelease(
                        Integer.parseInt(form.group(1)),
                        Integer.parseInt(form.group(2)),
                        Integer.parseInt(form.group(3))))
                : Optional.empty();
    }

    boolean isSameMinor(KubernetesRelease other) {
        return major == other.major && minor == other.minor;
    }

    @Override
    public int compareTo(KubernetesRelease other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return "v%d.%d.%d".formatted(major, minor, patch);
    }
}
