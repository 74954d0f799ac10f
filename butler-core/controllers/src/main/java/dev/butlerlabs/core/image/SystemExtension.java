package dev.butlerlabs.core.image;

import java.util.Objects;

/**
 * A system extension that an Image Factory can add to an image.
 *
 * @param name name in a schematic, such as {@code siderolabs/qemu-guest-agent}
 * @param version version of the extension, from its image reference; empty if unknown
 */
public record SystemExtension(String name, String version, String author, String description) {
    public SystemExtension {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(version, "version");
        Objects.requireNonNull(author, "author");
        Objects.requireNonNull(description, "description");
    }
}
