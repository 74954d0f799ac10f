package dev.butlerlabs.core.docker;

import java.util.Objects;

/**
 * A file to be put into a container, readable by root alone unless public. It may hold secrets, so it prints as its path.
 *
 * @param path where in the container, such as {@code /kind/kubeadm.conf}
 */
public record ArchiveFile(String path, String text, boolean isPublic) {
    public ArchiveFile {
        Objects.requireNonNull(text, "text");
        if (!path.startsWith("/")) {
            throw new IllegalArgumentException(path + " is not absolute");
        }
    }

    @Override
    public String toString() {
        return "ArchiveFile[" + path + "]";
    }
}
