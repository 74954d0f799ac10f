package dev.butlerlabs.core.backup.storage;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;

/** Keeps backups. All failures are {@link dev.butlerlabs.core.error.ButlerException}s. */
public interface BackupStorage {
    /** Returns the path at which a new backup is written before {@link #publish}. */
    Path prepare(String name);

    /**
     * Stores a written backup under its name.
     *
     * @return its path or URL
     */
    String publish(Path file, String name);

    /** Deletes a prepared file that is not published. */
    void discard(Path file);

    /** Returns all backups. */
    List<StoredBackup> list();

    /** Returns a file with the content of a backup. It stays encrypted. {@link LocalCopy#close} deletes temporary files. */
    LocalCopy open(String name);

    /** Deletes a backup. */
    void delete(String name);

    /** A file on this machine. */
    interface LocalCopy extends AutoCloseable {
        Path file();

        @Override
        void close();
    }

    /**
     * Deletes the oldest backups of a cluster.
     *
     * @param kept number of backups to keep
     * @return the names of the deleted ones
     */
    default List<String> retain(String cluster, int kept) {
        List<String> surplus = list().stream()
                .filter(backup -> backup.header()
                        .filter(header -> header.cluster().equals(cluster))
                        .isPresent())
                .sorted(Comparator.comparing((StoredBackup backup) ->
                                backup.header().orElseThrow().time())
                        .reversed())
                .skip(kept)
                .map(StoredBackup::name)
                .toList();
        surplus.forEach(this::delete);
        return surplus;
    }
}
