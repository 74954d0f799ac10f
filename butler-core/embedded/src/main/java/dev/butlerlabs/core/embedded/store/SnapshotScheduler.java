package dev.butlerlabs.core.embedded.store;

import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Decides when to write a snapshot and writes it in the background, one at a time. */
final class SnapshotScheduler implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SnapshotScheduler.class);

    private final StoreDirectory disk;
    private final long leastLogBytes;
    private volatile long lastBytes;
    private volatile boolean closing;
    private long notBefore;
    private Thread running = Thread.ofPlatform().unstarted(() -> {});

    SnapshotScheduler(StoreDirectory disk, long leastLogBytes, long lastBytes) {
        this.disk = disk;
        this.leastLogBytes = leastLogBytes;
        this.lastBytes = lastBytes;
    }

    /** Whether a snapshot is due. Waiting for a log as large as the last snapshot limits snapshots to a fixed share of all bytes written. */
    boolean isDue(long logBytes) {
        return logBytes >= Math.max(leastLogBytes, lastBytes) && logBytes >= notBefore && !running.isAlive();
    }

    /** Delays the next attempt after a failure until the log has grown further. */
    void postpone(long logBytes) {
        notBefore = logBytes + leastLogBytes;
    }

    void begin(StoreCheckpoint checkpoint) {
        notBefore = 0;
        running = Thread.ofPlatform().daemon().name("butler-store-snapshot").start(() -> write(checkpoint));
    }

    private void write(StoreCheckpoint checkpoint) {
        StoreFileName name = new StoreFileName(
                StoreFileName.Kind.SNAPSHOT, checkpoint.state().revision());
        try {
            SnapshotWriter writer = new SnapshotWriter(disk, name, () -> closing);
            if (writer.write(checkpoint)) {
                lastBytes = writer.bytes();
                removeReplaced(name.revision());
            }
        } catch (IOException | RuntimeException failure) {
            LOG.warn("cannot write snapshot {}, keeping the logs before it: {}", name, failure.toString());
        }
    }

    /** Deletes logs and snapshots that a durable snapshot replaces. */
    private void removeReplaced(long revision) throws IOException {
        for (String name : disk.names()) {
            if (StoreFileName.parse(name)
                    .filter(file -> file.revision() < revision)
                    .isPresent()) {
                disk.delete(name);
            }
        }
    }

    /** Cancels a running snapshot; the logs contain all data. */
    @Override
    public void close() {
        closing = true;
        boolean interrupted = false;
        while (running.isAlive()) {
            try {
                running.join();
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
