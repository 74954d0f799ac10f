package dev.butlerlabs.core.talos.client;

/**
 * A disk of a machine.
 *
 * @param device such as {@code /dev/vda}
 * @param system whether Talos is installed on it
 */
public record NodeDisk(
        String device, String model, String serial, String kind, long sizeBytes, String busPath, boolean system) {}
