package dev.butlerlabs.core.bootstrap;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.WholeFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Clock;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Excludes other runs on the same cluster, in this process and in others. The operating system releases the lock when the process ends
 * for any reason.
 *
 * <p>The lock file is opened once for as long as it is locked, and holds nothing: POSIX drops a process's locks on a file when it closes
 * any descriptor of it. The file {@code holder} beside it names the process that holds the lock, for messages only.
 */
public final class RunLock implements AutoCloseable {
    /** The real paths of the cluster directories that this process has locked. */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final ClusterFolder folder;
    private final Path directory;
    private final FileChannel channel;
    private final Object identity;

    private RunLock(ClusterFolder folder, Path directory, FileChannel channel, Object identity) {
        this.folder = folder;
        this.directory = directory;
        this.channel = channel;
        this.identity = identity;
    }

    /**
     * Locks a cluster, creating its directory if it is missing.
     *
     * @throws ButlerException with {@link ErrorCode#DATA_LOCKED} and the name of the holder if another run has locked it
     */
    public static RunLock take(ClusterFolder folder, Clock clock) {
        folder.create();
        try (LockGuard _ = LockGuard.enter(folder.lockGuard())) {
            return lock(folder, clock);
        } catch (IOException e) {
            throw new ButlerException(
                    ErrorCode.ENVIRONMENT, "cannot lock %s: %s".formatted(folder.lock(), e.getMessage()), e);
        }
    }

    private static RunLock lock(ClusterFolder folder, Clock clock) throws IOException {
        // A run that left nothing behind may have removed the directory before the guard was entered.
        folder.create();
        Path directory = folder.folder().toRealPath();
        if (HELD.contains(directory)) {
            throw held(folder);
        }
        FileChannel channel = open(folder, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            WholeFile.write(folder.holder(), holder(clock));
            RunLock lock = new RunLock(folder, directory, channel, identity(folder.lock()));
            HELD.add(directory);
            return lock;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static FileChannel open(ClusterFolder folder, StandardOpenOption... options) throws IOException {
        FileChannel channel = FileChannel.open(folder.lock(), options);
        boolean locked = false;
        try {
            locked = channel.tryLock() != null;
        } finally {
            if (!locked) {
                channel.close();
            }
        }
        if (!locked) {
            throw held(folder);
        }
        return channel;
    }

    private static String holder(Clock clock) {
        return "process %d on host %s since %s\n"
                .formatted(ProcessHandle.current().pid(), HostName.read(), clock.instant());
    }

    /** An open file keeps its number, so no file that replaces it has the same. */
    private static Object identity(Path file) throws IOException {
        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        return Objects.requireNonNullElse(attributes.fileKey(), attributes.creationTime());
    }

    /** Reports whether a run holds the lock, by trying it. Does not disturb a run that is about to take it. */
    public static boolean isHeld(ClusterFolder folder) {
        if (!Files.exists(folder.lock())) {
            return false;
        }
        try (LockGuard _ = LockGuard.enter(folder.lockGuard())) {
            return HELD.contains(folder.folder().toRealPath()) || isHeldByAnotherProcess(folder);
        } catch (NoSuchFileException removedMeanwhile) {
            return false;
        } catch (IOException e) {
            throw new ButlerException(
                    ErrorCode.ENVIRONMENT, "cannot read %s: %s".formatted(folder.lock(), e.getMessage()), e);
        }
    }

    private static boolean isHeldByAnotherProcess(ClusterFolder folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder.lock(), StandardOpenOption.WRITE)) {
            return channel.tryLock() == null;
        }
    }

    private static ButlerException held(ClusterFolder folder) {
        return new ButlerException(
                ErrorCode.DATA_LOCKED,
                "Another run works on cluster %s: the lock is held by %s."
                        .formatted(
                                folder.cluster(),
                                WholeFile.read(folder.holder())
                                        .map(String::strip)
                                        .orElse("an unknown process")),
                "Wait for that process to finish or stop it; then run the command again.");
    }

    /** Reports whether the lock still excludes other runs: it does not once its file was deleted or replaced. */
    public boolean isIntact() {
        try {
            return identity.equals(identity(folder.lock()));
        } catch (IOException gone) {
            return false;
        }
    }

    @Override
    public void close() {
        try {
            release();
        } catch (IOException e) {
            throw new ButlerException(
                    ErrorCode.ENVIRONMENT, "cannot release %s: %s".formatted(folder.lock(), e.getMessage()), e);
        }
    }

    private void release() throws IOException {
        if (!isIntact()) {
            // Another run may have created the directory again; only the own lock is released.
            unlock();
            return;
        }
        try (LockGuard _ = LockGuard.enter(folder.lockGuard())) {
            folder.leaveIfBare();
            unlock();
        }
    }

    private void unlock() throws IOException {
        HELD.remove(directory);
        channel.close();
    }
}
