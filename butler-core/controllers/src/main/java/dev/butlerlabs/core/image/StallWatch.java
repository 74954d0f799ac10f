package dev.butlerlabs.core.image;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Optional;

/** Closes a stream whose read takes too long, so that the read fails. The JDK client has no timeout for the body of a response. */
final class StallWatch implements AutoCloseable {
    private final Duration limit;
    private final Thread watcher;
    private Optional<InputStream> reading = Optional.empty();
    private long since;
    private boolean stalled;

    StallWatch(Duration limit) {
        this.limit = limit;
        this.watcher = Thread.ofVirtual().name("download-stall-watch").start(this::watch);
    }

    /** A read of a stream. */
    interface Read {
        int run() throws IOException;
    }

    /** @throws IOException also if the read took longer than the limit */
    int reading(InputStream stream, Read read) throws IOException {
        begin(stream);
        int count;
        try {
            count = read.run();
        } catch (IOException e) {
            throw end() ? new IOException("no data for %d s".formatted(limit.toSeconds()), e) : e;
        }
        if (end()) {
            throw new IOException("no data for %d s".formatted(limit.toSeconds()));
        }
        return count;
    }

    private synchronized void begin(InputStream stream) {
        reading = Optional.of(stream);
        since = System.nanoTime();
        stalled = false;
    }

    private synchronized boolean end() {
        reading = Optional.empty();
        return stalled;
    }

    private void watch() {
        try {
            while (true) {
                Thread.sleep(limit.dividedBy(4));
                expired().ifPresent(StallWatch::close);
            }
        } catch (InterruptedException _) {
            // Closed.
        }
    }

    private synchronized Optional<InputStream> expired() {
        if (reading.isEmpty() || System.nanoTime() - since < limit.toNanos()) {
            return Optional.empty();
        }
        stalled = true;
        return reading;
    }

    static void close(InputStream stream) {
        try {
            stream.close();
        } catch (IOException _) {
            // Its connection is given up anyway.
        }
    }

    @Override
    public void close() {
        watcher.interrupt();
    }
}
