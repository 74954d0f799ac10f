package dev.butlerlabs.core.docker;

import java.util.Objects;

/**
 * A file to copy into a container, readable by root only unless public. {@link #toString} contains only the path, since the text
 * may contain secrets.
 *
 * @param path absolute path in the container, such as {@code /kind/kubeadm.conf}
 */
public record ArchiveFile(String path, String text, boolean isPublic) {
    public ArchiveFile {
        Objects.requireNonNull(text, "text");
        if (!path.startsWith("/")) {
            throw new IllegalArgumentException(path + " is not an absolute path");
        }
    }

    @Override
    public String toString() {
        return "ArchiveFile[" + path + "]";
    }
}
