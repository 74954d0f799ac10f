package dev.butlerlabs.core.talos.config;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * How Talos is installed on the disk.
 *
 * @param disk such as /dev/sda; without one, only preinstalled images accept the configuration
 * @param image installer image
 * @param kernelArguments arguments of the boot loader; since Talos 1.14 they must be part of the image schematic
 */
public record Installation(Optional<String> disk, Optional<String> image, List<String> kernelArguments) {
    public static final Installation NONE = new Installation(Optional.empty(), Optional.empty(), List.of());

    public Installation {
        Objects.requireNonNull(disk, "disk");
        Objects.requireNonNull(image, "image");
        kernelArguments = List.copyOf(kernelArguments);
    }
}
