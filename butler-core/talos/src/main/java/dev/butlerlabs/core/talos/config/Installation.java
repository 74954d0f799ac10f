package dev.butlerlabs.core.talos.config;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * How Talos gets onto the disk.
 *
 * @param disk such as /dev/sda; without one, only images that are already installed can take the configuration
 * @param image the installer
 * @param kernelArguments for the boot loader; from Talos 1.14 on they have to be part of the image schematic
 */
public record Installation(Optional<String> disk, Optional<String> image, List<String> kernelArguments) {
    public static final Installation NONE = new Installation(Optional.empty(), Optional.empty(), List.of());

    public Installation {
        Objects.requireNonNull(disk, "disk");
        Objects.requireNonNull(image, "image");
        kernelArguments = List.copyOf(kernelArguments);
    }
}
