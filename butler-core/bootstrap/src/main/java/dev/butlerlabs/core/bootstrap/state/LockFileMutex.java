package dev.butlerlabs.core.bootstrap.state;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLockInterruptionException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.Semaphore;

/**
 * Serializes creating, probing and removing lock files, between processes and between the threads of this one. It is held for
 * milliseconds only, so waiting for it cannot be interrupted; an interruption is kept for the caller.
 *
 * <p>The file of the guard is never removed: a lock on a file that has lost its name excludes no other process.
 */
final class LockFileMutex implements AutoCloseable {
    /** POSIX releases all locks of a process on a file when it closes any descriptor of that file, so only one is open at a time. */
    private static final Semaphore THREADS = new Semaphore(1);

    private final FileChannel channel;

    private LockFileMutex(FileChannel channel) {
        this.channel = channel;
    }

    /** Waits for the guard file, whose directory must exist. */
    static LockFileMutex enter(Path file) throws IOException {
        THREADS.acquireUninterruptibly();
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                try {
                    return new LockFileMutex(locked(file));
                } catch (ClosedByInterruptException | FileLockInterruptionException e) {
                    interrupted |= Thread.interrupted();
                }
            }
        } catch (IOException | RuntimeException e) {
            THREADS.release();
            throw e;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static FileChannel locked(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            channel.lock();
            return channel;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    @Override
    public void close() throws IOException {
        try {
            channel.close();
        } finally {
            THREADS.release();
        }
    }
}
