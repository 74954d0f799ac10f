package dev.butlerlabs.core.provider;

import java.util.Objects;

/**
 * The artifact of the Image Factory that machines of an infrastructure boot from.
 *
 * @param platform Talos platform whose images read the user data of the infrastructure
 * @param format file format with its compression that the infrastructure can import, such as {@code qcow2} or {@code raw.xz}
 */
public record ImageArtifact(String platform, String format) {
    public ImageArtifact {
        Objects.requireNonNull(platform, "platform");
        Objects.requireNonNull(format, "format");
    }
}
