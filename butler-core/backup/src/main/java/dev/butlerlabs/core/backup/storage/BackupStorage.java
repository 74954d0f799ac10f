package dev.butlerlabs.core.backup.storage;

import java.nio.file.Path;
import java.time.Instant;
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
     * Deletes what killed processes left behind while they stored backups of a cluster. None of it is visible as a backup.
     *
     * @param name backup that no other process writes; all that is left of it is deleted
     * @param before remains of other backups are deleted if they are older than this
     */
    void cleanUp(String cluster, String name, Instant before);

    /**
     * Deletes the oldest backups of a cluster, but never a certain one: the clock may have been ahead when others were written.
     *
     * @param kept number of backups to keep, including that one
     * @param stored name of a valid backup
     * @return the names of the deleted ones
     */
    default List<String> retain(String cluster, int kept, String stored) {
        List<StoredBackup> others =
                list().stream().filter(backup -> !backup.name().equals(stored)).toList();
        return deleteAll(surplus(others, cluster, kept - 1));
    }

    private List<String> deleteAll(List<String> names) {
        names.forEach(this::delete);
        return names;
    }

    /** Selects the backups to delete. Files that are not readable backups are kept. */
    private static List<String> surplus(List<StoredBackup> backups, String cluster, int kept) {
        return backups.stream()
                .filter(backup -> backup.isOf(cluster))
                .sorted(Comparator.comparing((StoredBackup backup) ->
                                backup.header().orElseThrow().time())
                        // Backups can be written in the same second; their names contain the scheduled times.
                        .thenComparing(StoredBackup::name)
                        .reversed())
                .skip(kept)
                .map(StoredBackup::name)
                .toList();
    }
}
