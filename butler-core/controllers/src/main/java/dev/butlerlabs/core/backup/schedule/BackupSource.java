package dev.butlerlabs.core.backup.schedule;

import dev.butlerlabs.core.backup.archive.BackupKey;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/** Writes the content of a cluster to a file. */
interface BackupSource {
    /** Returns the name of the cluster. */
    String cluster();

    /**
     * Writes a backup. The file appears when it is complete.
     *
     * @return what could not be included
     * @throws dev.butlerlabs.core.error.ButlerException if anything essential cannot be read, or the file cannot be written
     */
    List<String> write(Path file, String cluster, Instant time, BackupKey key);
}
