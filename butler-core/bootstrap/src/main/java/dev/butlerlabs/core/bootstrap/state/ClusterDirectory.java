package dev.butlerlabs.core.bootstrap.state;

import dev.butlerlabs.core.engine.EmbeddedEngine;
import dev.butlerlabs.core.engine.kind.KindEngine;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.AtomicFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The local state directory of one cluster: engine data, run log, and the owner of its machines. Readable only by its user.
 *
 * @param home the directory above all clusters, which receives the kubeconfig and talosconfig
 * @param pen writes the files
 */
public record ClusterDirectory(String cluster, Path folder, Path home, Pen pen) {
    public ClusterDirectory {
        Objects.requireNonNull(cluster, "cluster");
        Objects.requireNonNull(folder, "folder");
        Objects.requireNonNull(home, "home");
        Objects.requireNonNull(pen, "pen");
    }

    /** Writes a file atomically and readable only by its owner. */
    @FunctionalInterface
    public interface Pen {
        void write(Path file, String text);
    }

    /** Returns the same directory with another writer. */
    public ClusterDirectory withPen(Pen other) {
        return new ClusterDirectory(cluster, folder, home, other);
    }

    public void write(Path file, String text) {
        pen.write(file, text);
    }

    /** Returns the directory of the embedded engine's data, or of the record of another engine. */
    public Path engine() {
        return folder.resolve("engine");
    }

    /** Returns the run log, one JSON document per line. */
    public Path events() {
        return folder.resolve("events.jsonl");
    }

    /**
     * Stores a bootstrap file that the user did not write, so that later commands can use it. Requires the lock of the cluster.
     */
    public void keepBootstrapFile(String text) {
        create();
        write(bootstrapFile(), text);
    }

    /** Returns the path of a bootstrap file that the user did not write. */
    public Path bootstrapFile() {
        return folder.resolve("bootstrap.yaml");
    }

    public Path kubeconfig() {
        return home.resolve(cluster + "-kubeconfig");
    }

    public Path talosconfig() {
        return home.resolve(cluster + "-talosconfig");
    }

    Path owner() {
        return folder.resolve("owner");
    }

    /** Locked by a run; see {@link RunLock}. */
    Path lock() {
        return folder.resolve("lock");
    }

    /** Names the process that took the lock last. */
    Path holder() {
        return folder.resolve("holder");
    }

    /** Serializes changes of the lock files of all clusters. */
    Path lockGuard() {
        return folder.resolveSibling(".lock");
    }

    /**
     * Creates the directory. Idempotent.
     *
     * @throws ButlerException with ENVIRONMENT if it cannot be created
     */
    public void create() {
        create(folder);
    }

    /** Creates the directory above all clusters, which stays. */
    void createParent() {
        create(folder.toAbsolutePath().getParent());
    }

    private void create(Path directory) {
        try {
            Files.createDirectories(
                    directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } catch (IOException e) {
            throw new ButlerException(
                    ErrorCode.ENVIRONMENT,
                    "Cannot create directory %s: %s.".formatted(folder, e.getMessage()),
                    "Check its permissions, or set BUTLER_HOME to another directory.");
        }
    }

    /** Deletes the directory if it contains only the lock files, so that a command without effect leaves nothing behind. */
    void leaveIfBare() throws IOException {
        Set<Path> ofTheLock = Set.of(lock(), holder());
        try (Stream<Path> kept = Files.list(folder)) {
            if (!kept.allMatch(ofTheLock::contains)) {
                return;
            }
        }
        Files.deleteIfExists(holder());
        Files.deleteIfExists(lock());
        Files.deleteIfExists(folder);
    }

    /**
     * Records the owner id of the machines. It is written before any machine is requested, so that the machines can be found if all other
     * state is lost.
     */
    public void keepOwner(String uid) {
        write(owner(), uid + "\n");
    }

    /** Returns whether a run has completed. */
    public boolean isFinished() {
        return Files.exists(finished());
    }

    public void finish() {
        write(finished(), "");
    }

    private Path finished() {
        return folder.resolve("finished");
    }

    /** Returns the record of the last restore. */
    public RestoreMarker restore() {
        return new RestoreMarker(this, folder.resolve("restore"));
    }

    /** Returns the recorded owner id of the machines; empty if no run has started. */
    public Optional<String> keptOwner() {
        return AtomicFile.read(owner()).map(String::strip).filter(text -> !text.isEmpty());
    }

    /**
     * Deletes the data of an engine that a completed run could not delete. Idempotent. An existing engine of others is kept until its
     * resources are deleted.
     */
    public void discardEngine() {
        if (ExistingEngineCleanup.of(this).isEmpty()) {
            discardAnyEngine();
        }
    }

    /** Deletes the engine of a run that is not to be resumed. Idempotent. */
    public void discardAnyEngine() {
        KindEngine.discard(engine());
        EmbeddedEngine.discard(engine());
    }

    /** Deletes the local state of a deleted cluster: the engine, the owner, the kubeconfig and the talosconfig. Keeps the run log. */
    public void forget() {
        try {
            discardAnyEngine();
            Files.deleteIfExists(finished());
            Files.deleteIfExists(owner());
            restore().delete();
            Files.deleteIfExists(bootstrapFile());
            Files.deleteIfExists(kubeconfig());
            Files.deleteIfExists(talosconfig());
        } catch (IOException e) {
            throw new ButlerException(
                    ErrorCode.ENVIRONMENT, "Cannot clear directory %s: %s.".formatted(folder, e.getMessage()), e);
        }
    }
}
