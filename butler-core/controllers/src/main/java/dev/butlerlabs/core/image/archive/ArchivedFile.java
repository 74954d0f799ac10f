package dev.butlerlabs.core.image.archive;

import java.util.Objects;

/**
 * A file of an image archive.
 *
 * @param path path in the archive with slashes, such as {@code versions/v1.12.1/extensions.json}
 * @param sha256 SHA-256 of the content in hexadecimal
 */
public record ArchivedFile(String path, long bytes, String sha256) {
    public ArchivedFile {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(sha256, "sha256");
    }
}
