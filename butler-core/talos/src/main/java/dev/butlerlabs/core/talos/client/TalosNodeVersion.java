package dev.butlerlabs.core.talos.client;

/**
 * The Talos version of a machine.
 *
 * @param tag such as {@code v1.13.9}
 * @param platform such as {@code metal} or {@code nocloud}
 * @param mode metal, cloud or container
 */
public record TalosNodeVersion(String tag, String sha, String os, String architecture, String platform, String mode) {
    /** Returns whether pull, install and reboot are separate calls of an upgrade, as since Talos 1.13. */
    public boolean upgradesInSteps() {
        String[] numbers = tag.replaceFirst("^v", "").split("[.-]", 3);
        try {
            int major = Integer.parseInt(numbers[0]);
            int minor = Integer.parseInt(numbers[1]);
            return major > 1 || (major == 1 && minor >= 13);
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException notAVersion) {
            // A custom build is most likely a recent version.
            return true;
        }
    }
}
