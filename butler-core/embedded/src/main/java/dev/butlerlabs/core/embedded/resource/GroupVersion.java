package dev.butlerlabs.core.embedded.resource;

import java.util.Comparator;
import java.util.Objects;

/**
 * An API group and version.
 *
 * @param group empty for the core group
 */
public record GroupVersion(String group, String version) {
    public GroupVersion {
        Objects.requireNonNull(group, "group");
        Objects.requireNonNull(version, "version");
    }

    /** Parses the {@code apiVersion} of an object. */
    public static GroupVersion parse(String apiVersion) {
        int slash = apiVersion.indexOf('/');
        return slash < 0
                ? new GroupVersion("", apiVersion)
                : new GroupVersion(apiVersion.substring(0, slash), apiVersion.substring(slash + 1));
    }

    public String apiVersion() {
        return group.isEmpty() ? version : group + "/" + version;
    }

    /** Returns the API path of its resources, without a leading slash. */
    public String path() {
        return group.isEmpty() ? "api/" + version : "apis/" + group + "/" + version;
    }

    /** Orders versions by stability: v2, v1, v2beta1, v1beta2, v1alpha1, then all others by name. */
    public static Comparator<String> byMaturity() {
        return Comparator.comparing(Maturity::of);
    }

    private record Maturity(int stage, int major, int minor, String name) implements Comparable<Maturity> {
        private static final java.util.regex.Pattern SHAPE =
                java.util.regex.Pattern.compile("v([1-9][0-9]*)(?:(alpha|beta)([1-9][0-9]*))?");

        static Maturity of(String version) {
            java.util.regex.Matcher matcher = SHAPE.matcher(version);
            if (!matcher.matches()) {
                return new Maturity(3, 0, 0, version);
            }
            int stage = matcher.group(2) == null ? 0 : matcher.group(2).equals("beta") ? 1 : 2;
            int minor = matcher.group(3) == null ? 0 : Integer.parseInt(matcher.group(3));
            return new Maturity(stage, Integer.parseInt(matcher.group(1)), minor, version);
        }

        @Override
        public int compareTo(Maturity other) {
            return Comparator.comparingInt(Maturity::stage)
                    .thenComparing(Comparator.comparingInt(Maturity::major).reversed())
                    .thenComparing(Comparator.comparingInt(Maturity::minor).reversed())
                    .thenComparing(Maturity::name)
                    .compare(this, other);
        }
    }
}
