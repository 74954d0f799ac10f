package dev.butlerlabs.core.bootstrap.state;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.AtomicFile;
import dev.butlerlabs.core.operation.HostName;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Clock;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Excludes other runs on the same cluster, in this process and in others. The operating system releases the lock when the process ends
 * for any reason.
 *
 * <p>The lock file is opened once for as long as it is locked, and holds nothing: POSIX drops a process's locks on a file when it closes
 * any descriptor of it. The file {@code holder} beside it names the process that holds the lock, for messages only.
 *
 * <p>Thread-safe.
 */
public final class RunLock implements AutoCloseable {
    /** The locks of this process by the real path of the cluster's directory. */
    private static final Map<Path, RunLock> HELD = new ConcurrentHashMap<>();

    private final ClusterDirectory folder;
    private final Path directory;
    private final FileChannel channel;
    private final Object identity;

    private RunLock(ClusterDirectory folder, Path directory, FileChannel channel, Object identity) {
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
    public static RunLock take(ClusterDirectory folder, Clock clock) {
        folder.createParent();
        try (LockFileMutex _ = LockFileMutex.enter(folder.lockGuard())) {
            return lock(folder, clock);
        } catch (IOException e) {
            throw new ButlerException(
                    ErrorCode.ENVIRONMENT, "cannot lock %s: %s".formatted(folder.lock(), e.getMessage()), e);
        }
    }

    private static RunLock lock(ClusterDirectory folder, Clock clock) throws IOException {
        // Within the guard: a run that leaves nothing behind removes the directory.
        folder.create();
        Path directory = folder.folder().toRealPath();
        if (HELD.containsKey(directory)) {
            throw held(folder);
        }
        FileChannel channel = open(folder, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            AtomicFile.write(folder.holder(), holder(clock));
            RunLock lock = new RunLock(folder, directory, channel, identity(folder.lock()));
            HELD.put(directory, lock);
            return lock;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static FileChannel open(ClusterDirectory folder, StandardOpenOption... options) throws IOException {
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

    /** An open file keeps its inode number, so a file that replaces it has another. */
    private static Object identity(Path file) throws IOException {
        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        return Objects.requireNonNullElse(attributes.fileKey(), attributes.creationTime());
    }

    /** Reports whether a run holds the lock, by trying it. Does not disturb a run that is about to take it. */
    public static boolean isHeld(ClusterDirectory folder) {
        if (!Files.exists(folder.lock())) {
            return false;
        }
        try (LockFileMutex _ = LockFileMutex.enter(folder.lockGuard())) {
            return HELD.containsKey(folder.folder().toRealPath()) || isHeldByAnotherProcess(folder);
        } catch (NoSuchFileException removedMeanwhile) {
            return false;
        } catch (IOException e) {
            throw new ButlerException(
                    ErrorCode.ENVIRONMENT, "cannot read %s: %s".formatted(folder.lock(), e.getMessage()), e);
        }
    }

    private static boolean isHeldByAnotherProcess(ClusterDirectory folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder.lock(), StandardOpenOption.WRITE)) {
            return channel.tryLock() == null;
        }
    }

    private static ButlerException held(ClusterDirectory folder) {
        return new ButlerException(
                ErrorCode.DATA_LOCKED,
                "Another run is working on cluster %s: the lock is held by %s."
                        .formatted(
                                folder.cluster(),
                                AtomicFile.read(folder.holder())
                                        .map(String::strip)
                                        .orElse("an unknown process")),
                "Wait for that process to finish or stop it, then run the command again.");
    }

    /** Reports whether the lock still excludes other runs: it does not once its file was deleted or replaced. */
    public boolean isIntact() {
        try {
            return identity.equals(identity(folder.lock()));
        } catch (IOException gone) {
            return false;
        }
    }

    /**
     * Stops a run whose directory was deleted or replaced: another run could start at any time, and the resources of this one could not be
     * found again. Does nothing if this process has not locked the cluster.
     *
     * @throws ButlerException with {@link ErrorCode#ENVIRONMENT} if the lock no longer excludes other runs
     */
    public static void requireIntact(ClusterDirectory folder) {
        HELD.values().stream()
                .filter(lock -> lock.folder.folder().equals(folder.folder()))
                .filter(lock -> !lock.isIntact())
                .findFirst()
                .ifPresent(_ -> {
                    throw lost(folder);
                });
    }

    private static ButlerException lost(ClusterDirectory folder) {
        return new ButlerException(
                ErrorCode.ENVIRONMENT,
                "The directory %s was deleted during the run; the run stops and creates no more resources."
                        .formatted(folder.folder()),
                "List the resources on the infrastructure with butleradm orphans -c FILE, and delete them with"
                        + " butleradm destroy %s -c FILE --owner UID.".formatted(folder.cluster()));
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
            // Another run may have recreated the directory, so only this lock is released.
            unlock();
            return;
        }
        try (LockFileMutex _ = LockFileMutex.enter(folder.lockGuard())) {
            folder.leaveIfBare();
            unlock();
        }
    }

    private void unlock() throws IOException {
        HELD.remove(directory);
        channel.close();
    }
}
