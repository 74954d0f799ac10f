package dev.butlerlabs.core.provider;

import java.util.Objects;

/**
 * The artifact of the Image Factory that machines of an infrastructure boot from.
 *
 * @param platform Talos platform whose images read the user data of the infrastructure
 * @param format file format with its compression that the infrastructure can import, such as {@code qcow2} or {@code raw.xz}
 * @param uploadOnly whether Butler must upload the content, because the infrastructure does not download from a URL
 */
public record ImageArtifact(String platform, String format, boolean uploadOnly) {
    public ImageArtifact {
        Objects.requireNonNull(platform, "platform");
        Objects.requireNonNull(format, "format");
    }

    /** Creates an artifact that the infrastructure can download. */
    public ImageArtifact(String platform, String format) {
        this(platform, format, false);
    }
}
