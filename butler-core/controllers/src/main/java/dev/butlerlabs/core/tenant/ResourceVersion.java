package dev.butlerlabs.core.tenant;

/** Compares resource versions. They are opaque but grow in all API servers; one that is not a number counts as the oldest. */
final class ResourceVersion {
    private ResourceVersion() {}

    static boolean isNewer(String version, String other) {
        return number(version) > number(other) || (number(version) < 0 && !version.equals(other));
    }

    static long number(String version) {
        try {
            return Long.parseLong(version);
        } catch (NumberFormatException e) {
            return -1;
        }
    }
}
