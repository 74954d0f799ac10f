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
 * A lock that is a file beside the one it guards, as kubectl makes it: whoever creates it holds it. Ours says who holds it, so that one
 * left behind by a killed Butler does not stand in the way of the next; a lock of another program is never touched.
 */
final class LockFile {
    private static final Duration POLL = Duration.ofMillis(20);
    private static final String OURS = "butler ";

    private final Path guarded;
    private final Path lock;
    private final Duration patience;

    /** kubectl locks the name it was given, not what a symbolic link points to, so this does the same. */
    LockFile(Path guarded, Duration patience) {
        this.guarded = guarded;
        this.lock = guarded.resolveSibling(guarded.getFileName() + ".lock");
        this.patience = patience;
    }

    void holding(Runnable action) {
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
                        "Another program holds the lock of %s.".formatted(guarded),
                        "Wait for it to finish; if none is running, remove %s.".formatted(lock));
            }
            LockSupport.parkNanos(POLL.toNanos());
            if (Thread.currentThread().isInterrupted()) {
                throw new ButlerException(ErrorCode.CANCELLED, "Interrupted while waiting for %s.".formatted(lock));
            }
        }
    }

    /** The file appears under its name with its content or not at all, which a hard link gives and creating does not. */
    private boolean tryAcquire() {
        Path prepared = lock.resolveSibling("." + lock.getFileName() + "." + UUID.randomUUID());
        try {
            WholeFile.createFolder(lock.getParent());
            WholeFile.createExclusively(prepared);
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

    /** Moving it aside first lets only one of several waiters do so; what was moved by mistake is put back. */
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
        Optional<String> holder = WholeFile.read(file).filter(text -> text.startsWith(OURS));
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

    /** A process id alone may have been given to another process since. */
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
        return e instanceof IOException io ? WholeFile.reason(io) : "the file system has no hard links";
    }
}
