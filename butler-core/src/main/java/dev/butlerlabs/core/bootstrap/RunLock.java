package dev.butlerlabs.core.bootstrap;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.WholeFile;
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
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Keeps two runs from one cluster. The operating system lets go of it when the process dies, however that happens. */
public final class RunLock implements AutoCloseable {
    private static final Pattern HOLDER = Pattern.compile("process (\\d+) since (\\S+)");

    private final ClusterFolder folder;
    private final FileChannel channel;

    private RunLock(ClusterFolder folder, FileChannel channel) {
        this.folder = folder;
        this.channel = channel;
    }

    public static RunLock take(ClusterFolder folder, Clock clock) {
        try {
            Optional<RunLock> taken = attempt(folder, clock);
            while (taken.isEmpty()) {
                taken = attempt(folder, clock);
            }
            return taken.get();
        } catch (IOException e) {
            throw new ButlerException(
                    ErrorCode.ENVIRONMENT,
                    "The lock %s cannot be taken: %s.".formatted(folder.lock(), e.getMessage()),
                    e);
        }
    }

    /** Empty when the file was taken away by a run that left nothing behind, between its opening here and its locking. */
    private static Optional<RunLock> attempt(ClusterFolder folder, Clock clock) throws IOException {
        folder.create();
        FileChannel channel = FileChannel.open(folder.lock(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (!isTaken(channel)) {
            channel.close();
            throw held(folder);
        }
        String holder = "process %d since %s".formatted(ProcessHandle.current().pid(), clock.instant());
        sign(channel, holder);
        if (WholeFile.read(folder.lock()).filter(holder::equals).isPresent()) {
            return Optional.of(new RunLock(folder, channel));
        }
        channel.close();
        return Optional.empty();
    }

    /** Whether the run that took the lock last still lives; looks without touching the lock, which a new run may want just then. */
    public static boolean isHeld(ClusterFolder folder) {
        return WholeFile.read(folder.lock())
                .map(HOLDER::matcher)
                .filter(Matcher::matches)
                .flatMap(holder -> ProcessHandle.of(Long.parseLong(holder.group(1)))
                        .filter(ProcessHandle::isAlive)
                        .filter(process -> isSame(process, Instant.parse(holder.group(2)))))
                .isPresent();
    }

    /** Numbers of processes are given again. */
    private static boolean isSame(ProcessHandle process, Instant since) {
        return process.info()
                .startInstant()
                .map(started -> !started.isAfter(since.plusSeconds(1)))
                .orElse(true);
    }

    private static boolean isTaken(FileChannel channel) throws IOException {
        try {
            FileLock lock = channel.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException sameProcess) {
            return false;
        }
    }

    private static void sign(FileChannel channel, String holder) throws IOException {
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
        try (channel) {
            folder.leaveIfBare();
        } catch (IOException e) {
            throw new ButlerException(ErrorCode.ENVIRONMENT, "The lock cannot be given back.", e);
        }
    }
}
