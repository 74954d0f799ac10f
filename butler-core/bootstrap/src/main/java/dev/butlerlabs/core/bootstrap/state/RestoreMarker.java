package dev.butlerlabs.core.bootstrap.state;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.AtomicFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Records in the directory of a cluster from which backup it is being restored, or was restored last. A command that was killed after its last step
 * thus does not start the restore again. Requires the lock of the cluster.
 */
public final class RestoreMarker {
    private static final String COMPLETED = "completed ";
    private static final String STARTED = "started ";

    private final ClusterDirectory directory;
    private final Path file;

    RestoreMarker(ClusterDirectory directory, Path file) {
        this.directory = directory;
        this.file = file;
    }

    public void start(String backup) {
        directory.create();
        directory.write(file, STARTED + backup + "\n");
    }

    public void complete(String backup) {
        directory.write(file, COMPLETED + backup + "\n");
    }

    /** Returns the backup of an interrupted restore. */
    public Optional<String> started() {
        return read(STARTED);
    }

    /** Returns the backup of the last restore, if it was completed. */
    public Optional<String> completed() {
        return read(COMPLETED);
    }

    private Optional<String> read(String state) {
        return AtomicFile.read(file)
                .map(String::strip)
                .filter(text -> text.startsWith(state))
                .map(text -> text.substring(state.length()));
    }

    public void delete() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new ButlerException(
                    ErrorCode.ENVIRONMENT, "Cannot delete %s: %s.".formatted(file, e.getMessage()), e);
        }
    }
}
