package dev.butlerlabs.core.embedded.store;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A log on disk that is replaced by a snapshot when it has grown. */
final class DiskJournal implements EventJournal {
    private static final Logger LOG = LoggerFactory.getLogger(DiskJournal.class);

    private final StoreDirectory disk;
    private final SnapshotScheduler snapshots;
    private LogFileWriter log;
    private long olderLogBytes;
    private Optional<IOException> broken = Optional.empty();
    private boolean closed;

    /**
     * Creates a journal.
     *
     * @param olderLogBytes the total size of older logs that no snapshot has replaced yet
     */
    DiskJournal(StoreDirectory disk, SnapshotScheduler snapshots, LogFileWriter log, long olderLogBytes) {
        this.disk = disk;
        this.snapshots = snapshots;
        this.log = log;
        this.olderLogBytes = olderLogBytes;
    }

    @Override
    public void append(List<StoreEvent> events) {
        if (broken.isPresent()) {
            throw refusing(broken.get());
        }
        ByteBuffer frame = log.frame(events);
        write(frame);
        force(frame.limit());
    }

    private void write(ByteBuffer frame) {
        try {
            log.write(frame);
        } catch (IOException failure) {
            cut();
            throw new ButlerException(
                    ErrorCode.ENVIRONMENT,
                    "Cannot write to data directory " + disk.place() + ", the change was not stored: "
                            + failure.getMessage(),
                    "Free space on that disk and try again. Data stored earlier is intact.",
                    List.of(),
                    failure);
        }
    }

    private void cut() {
        try {
            log.cut();
        } catch (IOException failure) {
            broken = Optional.of(failure);
        }
    }

    /** After a failed fsync it is unknown what reached the disk, and a second fsync would succeed without writing the data. */
    private void force(int written) {
        if (!isForced(written)) {
            throw refusing(broken.orElseThrow());
        }
    }

    private boolean isForced(int written) {
        try {
            log.force(written);
            return true;
        } catch (IOException failure) {
            broken = Optional.of(failure);
            return false;
        }
    }

    private ButlerException refusing(IOException cause) {
        return new ButlerException(
                ErrorCode.ENVIRONMENT,
                "The disk under " + disk.place() + " failed (" + cause.getMessage()
                        + "); writes are rejected until the store is reopened.",
                "Check the disk, then restart. All writes acknowledged before the failure are kept.",
                List.of(),
                cause);
    }

    @Override
    public void considerSnapshot(Supplier<StoreCheckpoint> checkpoint) {
        if (broken.isEmpty() && snapshots.isDue(olderLogBytes + log.bytes())) {
            StoreCheckpoint taken = checkpoint.get();
            if (taken.state().revision() > log.firstRevision()) {
                turnOver(taken);
            }
        }
    }

    /** Switches to a new log, while the snapshot that replaces the old log is written in the background. */
    private void turnOver(StoreCheckpoint checkpoint) {
        StoreFileName name =
                new StoreFileName(StoreFileName.Kind.LOG, checkpoint.state().revision());
        try {
            LogFileWriter next = LogFileWriter.create(disk, name.revision());
            if (isNamed(next)) {
                log.close();
                log = next;
                olderLogBytes = 0;
                snapshots.begin(checkpoint);
            }
        } catch (IOException failure) {
            LOG.warn(
                    "cannot create a new log in {}, continuing with the current one: {}",
                    disk.place(),
                    failure.toString());
            abandon(name);
        }
    }

    /** Whether the old log durably names its successor. A log is used only then, so that the loss of a log is always detected. */
    private boolean isNamed(LogFileWriter next) throws IOException {
        boolean named = false;
        try {
            ByteBuffer frame = log.successorFrame(next.firstRevision());
            log.write(frame);
            named = isForced(frame.limit());
            return named;
        } finally {
            if (!named) {
                next.close();
            }
        }
    }

    /** Deletes an unused log, which must not be found as the successor of a log that was continued. */
    private void abandon(StoreFileName name) {
        snapshots.postpone(log.bytes());
        cut();
        try {
            disk.delete(name.unfinished());
            disk.delete(name.toString());
            disk.force();
        } catch (IOException failure) {
            broken = Optional.of(failure);
        }
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        snapshots.close();
        // A file channel closes itself if an interrupted thread writes to it.
        boolean interrupted = Thread.interrupted();
        try (StoreDirectory released = disk;
                LogFileWriter finished = log) {
            if (broken.isEmpty()) {
                finished.seal();
            }
            LOG.debug("closed {}", released.place());
        } catch (IOException failure) {
            LOG.warn("the log in {} was not closed cleanly: {}", disk.place(), failure.toString());
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
