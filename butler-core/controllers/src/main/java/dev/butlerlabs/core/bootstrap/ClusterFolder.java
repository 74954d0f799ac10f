package dev.butlerlabs.core.bootstrap;

import dev.butlerlabs.core.engine.EmbeddedEngine;
import dev.butlerlabs.core.engine.kind.KindEngine;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What is kept of one cluster on this machine: the engine's data, the story of its runs, and who owns its machines. Readable by its
 * user alone.
 *
 * @param home the folder above all clusters, where the resulting files go
 * @param pen writes what is kept
 */
public record ClusterFolder(String cluster, Path folder, Path home, Pen pen) {
    public ClusterFolder {
        Objects.requireNonNull(cluster, "cluster");
        Objects.requireNonNull(folder, "folder");
        Objects.requireNonNull(home, "home");
        Objects.requireNonNull(pen, "pen");
    }

    /** Writes a file whole or not at all, for its owner's eyes only. */
    @FunctionalInterface
    public interface Pen {
        void write(Path file, String text);
    }

    /** The same folder, written to by another pen. */
    public ClusterFolder withPen(Pen other) {
        return new ClusterFolder(cluster, folder, home, other);
    }

    void write(Path file, String text) {
        pen.write(file, text);
    }

    /** The data of an embedded engine, or what is remembered of another one. */
    public Path engine() {
        return folder.resolve("engine");
    }

    /** Everything that was told of the runs, a JSON document a line. */
    public Path events() {
        return folder.resolve("events.jsonl");
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
                    "The folder %s cannot be made: %s.".formatted(folder, e.getMessage()),
                    "Check its permissions, or set BUTLER_HOME to another place.");
        }
    }

    /** Removes the directory if it holds nothing but the lock: a command that found nothing to do leaves nothing. */
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
     * Under whose name the machines are made. Settled before anything is asked for and kept, for the day when nothing else is left to
     * tell.
     */
    void keepOwner(String uid) {
        write(owner(), uid + "\n");
    }

    /** Whether a run has come to its end here. */
    public boolean isFinished() {
        return Files.exists(finished());
    }

    void finish() {
        write(finished(), "");
    }

    private Path finished() {
        return folder.resolve("finished");
    }

    public Optional<String> keptOwner() {
        return WholeFile.read(owner()).map(String::strip).filter(text -> !text.isEmpty());
    }

    /**
     * Takes away what is left of an engine whose work is done: its run was ended before it could. Absent is fine. Somebody else's engine
     * is not taken away, and not forgotten before nothing is left in it.
     */
    public void discardEngine() {
        if (BorrowedEngine.of(this).isEmpty()) {
            discardAnyEngine();
        }
    }

    private void discardAnyEngine() {
        KindEngine.discard(engine());
        EmbeddedEngine.discard(engine());
    }

    /** Forgets the cluster, since nothing is left of it: the engine, who owned it, and the files it was entered with. The story stays. */
    public void forget() {
        try {
            discardAnyEngine();
            Files.deleteIfExists(finished());
            Files.deleteIfExists(owner());
            Files.deleteIfExists(kubeconfig());
            Files.deleteIfExists(talosconfig());
        } catch (IOException e) {
            throw new ButlerException(
                    ErrorCode.ENVIRONMENT, "The folder %s cannot be cleared: %s.".formatted(folder, e.getMessage()), e);
        }
    }
}
