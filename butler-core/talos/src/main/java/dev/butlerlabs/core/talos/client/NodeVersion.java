package dev.butlerlabs.core.talos.client;

/**
 * The Talos a machine runs.
 *
 * @param tag such as {@code v1.13.9}
 * @param platform such as {@code metal} or {@code nocloud}
 * @param mode metal, cloud or container
 */
public record NodeVersion(String tag, String sha, String os, String architecture, String platform, String mode) {
    /** Whether an upgrade is pulled, run and followed by a reboot as calls of their own, as from 1.13 on. */
    public boolean upgradesInSteps() {
        String[] numbers = tag.replaceFirst("^v", "").split("[.-]", 3);
        try {
            int major = Integer.parseInt(numbers[0]);
            int minor = Integer.parseInt(numbers[1]);
            return major > 1 || (major == 1 && minor >= 13);
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException notAVersion) {
            // A build of somebody's own is most likely a new one.
            return true;
        }
    }
}
