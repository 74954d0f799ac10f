package dev.butlerlabs.core.embedded.store;

import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Decides when a snapshot is worth its bytes and writes it in the background, one at a time. */
final class Snapshots implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Snapshots.class);

    private final Disk disk;
    private final long leastLogBytes;
    private volatile long lastBytes;
    private volatile boolean closing;
    private long notBefore;
    private Thread running = Thread.ofPlatform().unstarted(() -> {});

    Snapshots(Disk disk, long leastLogBytes, long lastBytes) {
        this.disk = disk;
        this.leastLogBytes = leastLogBytes;
        this.lastBytes = lastBytes;
    }

    /** A log as large as the last snapshot keeps the writing of snapshots to a fixed share of all writing. */
    boolean isDue(long logBytes) {
        return logBytes >= Math.max(leastLogBytes, lastBytes) && logBytes >= notBefore && !running.isAlive();
    }

    /** After a failure the log has to grow on before the next attempt. */
    void postpone(long logBytes) {
        notBefore = logBytes + leastLogBytes;
    }

    void begin(Checkpoint checkpoint) {
        notBefore = 0;
        running = Thread.ofPlatform().daemon().name("butler-store-snapshot").start(() -> write(checkpoint));
    }

    private void write(Checkpoint checkpoint) {
        FileName name = new FileName(FileName.Kind.SNAPSHOT, checkpoint.state().revision());
        try {
            SnapshotWriter writer = new SnapshotWriter(disk, name, () -> closing);
            if (writer.write(checkpoint)) {
                lastBytes = writer.bytes();
                removeReplaced(name.revision());
            }
        } catch (IOException | RuntimeException failure) {
            LOG.warn("the snapshot {} was not written, the logs before it stay: {}", name, failure.toString());
        }
    }

    /** Removes logs and snapshots that a durable snapshot makes superfluous. */
    private void removeReplaced(long revision) throws IOException {
        for (String name : disk.names()) {
            if (FileName.parse(name).filter(file -> file.revision() < revision).isPresent()) {
                disk.delete(name);
            }
        }
    }

    /** Gives up a running snapshot: the logs hold everything. */
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
