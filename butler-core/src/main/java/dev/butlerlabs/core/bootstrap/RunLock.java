package dev.butlerlabs.core.bootstrap;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;

/** Keeps two runs from one cluster. The operating system lets go of it when the process dies, however that happens. */
public final class RunLock implements AutoCloseable {
    private final FileChannel channel;

    private RunLock(FileChannel channel) {
        this.channel = channel;
    }

    public static RunLock take(ClusterFolder folder, Clock clock) {
        folder.create();
        try {
            FileChannel channel = FileChannel.open(folder.lock(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (!isTaken(channel)) {
                channel.close();
                throw held(folder);
            }
            sign(channel, clock);
            return new RunLock(channel);
        } catch (IOException e) {
            throw new ButlerException(
                    ErrorCode.ENVIRONMENT,
                    "The lock %s cannot be taken: %s.".formatted(folder.lock(), e.getMessage()),
                    e);
        }
    }

    private static boolean isTaken(FileChannel channel) throws IOException {
        try {
            FileLock lock = channel.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException sameProcess) {
            return false;
        }
    }

    private static void sign(FileChannel channel, Clock clock) throws IOException {
        String holder = "process %d since %s".formatted(ProcessHandle.current().pid(), clock.instant());
        channel.truncate(0);
        channel.write(ByteBuffer.wrap(holder.getBytes(StandardCharsets.UTF_8)), 0);
    }

    private static ButlerException held(ClusterFolder folder) {
        return new ButlerException(
                ErrorCode.DATA_LOCKED,
                "Another run works on cluster %s: %s.".formatted(folder.cluster(), holder(folder.lock())),
                "Wait for it, or end that process; then run the command again.");
    }

    private static String holder(Path lock) {
        try {
            return Files.readString(lock);
        } catch (IOException e) {
            return "it does not say which";
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new ButlerException(ErrorCode.ENVIRONMENT, "The lock cannot be given back.", e);
        }
    }
}
