package dev.butlerlabs.core.upgrade;

/**
 * The version of an installed platform addon.
 *
 * @param current the deployed version
 * @param target the version that this program installs
 */
public record AddonVersions(String name, String current, String target) {
    public boolean isChanged() {
        return !plain(current).equals(plain(target));
    }

    /** Helm removes a leading v from chart versions. */
    private static String plain(String version) {
        return version.replaceFirst("^v", "").replaceFirst("\\+.*", "");
    }
}
