package dev.butlerlabs.core.kube;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;

/**
 * A lock file as kubectl creates it: the process that creates the file holds the lock. Butler writes its identity into the file,
 * so that a lock left behind by a killed Butler process can be removed. Locks of other programs are never removed.
 *
 * <p>Thread-safe, but not reentrant.
 */
public final class LockFile {
    private static final Duration POLL = Duration.ofMillis(20);
    private static final String OURS = "butler ";

    private final Path guarded;
    private final Path lock;
    private final Duration patience;

    /** Locks the given path, not the target of a symbolic link, as kubectl does. */
    public LockFile(Path guarded, Duration patience) {
        this.guarded = guarded;
        this.lock = guarded.resolveSibling(guarded.getFileName() + ".lock");
        this.patience = patience;
    }

    /**
     * Runs an action while holding the lock.
     *
     * @throws ButlerException if another process holds the lock for too long
     */
    public void holding(Runnable action) {
        acquire();
        try {
            action.run();
        } finally {
            release();
        }
    }

    private void acquire() {
        long deadline = System.nanoTime() + patience.toNanos();
        while (!tryAcquire()) {
            breakIfLeftBehind();
            if (System.nanoTime() - deadline > 0) {
                throw new ButlerException(
                        ErrorCode.ENVIRONMENT,
                        "Cannot lock %s: another program holds the lock.".formatted(guarded),
                        "Wait for it to finish; if none is running, delete %s.".formatted(lock));
            }
            LockSupport.parkNanos(POLL.toNanos());
            if (Thread.currentThread().isInterrupted()) {
                throw new ButlerException(ErrorCode.CANCELLED, "Interrupted while waiting for %s.".formatted(lock));
            }
        }
    }

    /** Creates the file atomically with its content, which requires a hard link. */
    private boolean tryAcquire() {
        Path prepared = lock.resolveSibling("." + lock.getFileName() + "." + UUID.randomUUID());
        try {
            AtomicFile.createFolder(lock.getParent());
            AtomicFile.createExclusively(prepared);
            Files.writeString(prepared, identity(ProcessHandle.current()));
            Files.createLink(lock, prepared);
            return true;
        } catch (FileAlreadyExistsException held) {
            return false;
        } catch (IOException | UnsupportedOperationException e) {
            throw new ButlerException(ErrorCode.ENVIRONMENT, "Cannot create %s: %s.".formatted(lock, reason(e)), e);
        } finally {
            delete(prepared);
        }
    }

    /**
     * Removes a lock left behind. Renaming it first ensures that only one of several waiting processes does so; a lock renamed by
     * mistake is restored.
     */
    private void breakIfLeftBehind() {
        if (!isLeftBehind(lock)) {
            return;
        }
        Path aside = lock.resolveSibling("." + lock.getFileName() + "." + UUID.randomUUID());
        try {
            Files.move(lock, aside, StandardCopyOption.ATOMIC_MOVE);
            if (!isLeftBehind(aside)) {
                Files.createLink(lock, aside);
            }
        } catch (NoSuchFileException | FileAlreadyExistsException changedMeanwhile) {
            return;
        } catch (IOException e) {
            throw new ButlerException(ErrorCode.ENVIRONMENT, "Cannot remove %s: %s.".formatted(lock, reason(e)), e);
        } finally {
            delete(aside);
        }
    }

    private static boolean isLeftBehind(Path file) {
        Optional<String> holder = AtomicFile.read(file).filter(text -> text.startsWith(OURS));
        return holder.isPresent() && !isAlive(holder.get());
    }

    private static boolean isAlive(String holder) {
        try {
            long process = Long.parseLong(holder.split(" ", -1)[1]);
            return ProcessHandle.of(process)
                    .filter(ProcessHandle::isAlive)
                    .filter(handle -> identity(handle).equals(holder))
                    .isPresent();
        } catch (NumberFormatException unreadable) {
            return true;
        }
    }

    /** Identifies a process by ID and start time, since process IDs are reused. */
    private static String identity(ProcessHandle process) {
        long since = process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
        return OURS + process.pid() + " " + since;
    }

    private void release() {
        delete(lock);
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new ButlerException(ErrorCode.ENVIRONMENT, "Cannot remove %s: %s.".formatted(file, reason(e)), e);
        }
    }

    private static String reason(Exception e) {
        return e instanceof IOException io ? AtomicFile.reason(io) : "the file system does not support hard links";
    }
}
