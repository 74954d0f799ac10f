package dev.butlerlabs.core.backup.storage;

import dev.butlerlabs.core.backup.archive.ArchiveHeader;
import java.util.Objects;
import java.util.Optional;

/**
 * A stored backup.
 *
 * @param location its path or URL
 * @param header empty if the file is not a readable backup
 */
public record StoredBackup(String name, String location, long bytes, Optional<ArchiveHeader> header) {
    public StoredBackup {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(location, "location");
        Objects.requireNonNull(header, "header");
    }

    /** Returns whether it is a readable backup of a cluster. */
    public boolean isOf(String cluster) {
        return header.filter(read -> read.cluster().equals(cluster)).isPresent();
    }
}
