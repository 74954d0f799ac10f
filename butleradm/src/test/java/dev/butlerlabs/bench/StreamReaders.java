package dev.butlerlabs.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Reads open streams of changes as browsers do, and counts the changes that arrive. */
final class StreamReaders implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final long PAUSE_MILLIS = 5;
    /** The overview is announced as well, at most once per second. */
    private static final String CHANGE = "data: {\"topic\":\"clusters\"";

    private final List<InputStream> streams = new ArrayList<>();
    private final AtomicInteger changes = new AtomicInteger();
    private final AtomicInteger greetings = new AtomicInteger();
    private final AtomicLong lastArrival = new AtomicLong();

    void add(InputStream stream) {
        streams.add(stream);
        Thread.ofVirtual().name("stream-reader").start(() -> read(stream));
    }

    private void read(InputStream stream) {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith(CHANGE)) {
                    lastArrival.set(System.nanoTime());
                    changes.incrementAndGet();
                } else if (line.equals("event: session")) {
                    greetings.incrementAndGet();
                }
            }
        } catch (IOException e) {
            // The benchmark closes the streams at its end.
            return;
        }
    }

    int size() {
        return streams.size();
    }

    int changes() {
        return changes.get();
    }

    /** Returns when the last change arrived, as {@link System#nanoTime}. */
    long lastArrival() {
        return lastArrival.get();
    }

    /** Waits until every stream is open. */
    void awaitOpen() throws InterruptedException {
        await(greetings, streams.size());
    }

    /** Waits until a number of changes has arrived in total. */
    void awaitChanges(int expected) throws InterruptedException {
        await(changes, expected);
    }

    private static void await(AtomicInteger count, int expected) throws InterruptedException {
        long start = System.nanoTime();
        while (count.get() < expected) {
            if (Timing.since(start).compareTo(LIMIT) > 0) {
                throw new IllegalStateException(
                        "%d of %d events arrived after %s".formatted(count.get(), expected, LIMIT));
            }
            Thread.sleep(PAUSE_MILLIS);
        }
    }

    @Override
    public void close() {
        streams.forEach(stream -> {
            try {
                stream.close();
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        });
    }
}
