package dev.butlerlabs.core.embedded.watch;

import dev.butlerlabs.core.embedded.registry.StoredObjectViews;
import dev.butlerlabs.core.embedded.status.ApiException;
import dev.butlerlabs.core.embedded.store.CompactedException;
import dev.butlerlabs.core.embedded.store.EventSink;
import dev.butlerlabs.core.embedded.store.RangeQuery;
import dev.butlerlabs.core.embedded.store.RangeResult;
import dev.butlerlabs.core.embedded.store.Store;
import dev.butlerlabs.core.embedded.store.StoreEntry;
import dev.butlerlabs.core.embedded.store.StoreEvent;
import dev.butlerlabs.core.embedded.store.SubscriptionEndReason;
import dev.butlerlabs.core.embedded.store.WatchSubscription;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** The watch of one client. The delivery thread of the store writes the events, under a lock that the end of the watch takes too. */
public final class WatchSession implements EventSink {
    private static final Duration USUAL_INTERVAL = Duration.ofSeconds(60);
    private static final int BUFFER = 16 * 1024;

    private final Store store;
    private final WatchOptions options;
    private final Duration interval;
    private final WatchEvents events;
    private final WatchStream stream;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final ReentrantLock lock = new ReentrantLock();
    private boolean open = true;

    public WatchSession(Store store, WatchOptions options, OutputStream client) {
        this(store, options, client, USUAL_INTERVAL);
    }

    /**
     * Creates a watch.
     *
     * @param interval the longest time without sending
     */
    WatchSession(Store store, WatchOptions options, OutputStream client, Duration interval) {
        this.store = store;
        this.options = options;
        this.interval = interval;
        this.events = new WatchEvents(options.resource(), options.selector());
        this.stream = new WatchStream(options.resource(), options.form(), new BufferedOutputStream(client, BUFFER));
    }

    /** Runs until the client disconnects, the timeout expires or the store is closed. */
    public void run() throws IOException {
        stream.blank();
        try {
            long seen = options.after().isPresent() ? options.after().getAsLong() : showPresentState();
            stream.flush();
            follow(seen);
        } catch (CompactedException e) {
            stream.error(ApiException.expired("too old resource version: %d (%d)".formatted(e.asked(), e.oldest())));
            stream.flush();
        }
    }

    private long showPresentState() throws IOException {
        RangeResult present = store.range(RangeQuery.all(options.prefix()));
        for (StoreEntry entry : present.entries()) {
            if (matches(entry)) {
                stream.write(WatchEvents.Type.ADDED, entry.value());
            }
        }
        if (options.markInitialEnd()) {
            stream.bookmark(present.revision(), true);
        }
        return present.revision();
    }

    private boolean matches(StoreEntry entry) {
        return options.selector().selectsEverything()
                || options.selector().test(StoredObjectViews.object(options.resource(), entry.value()));
    }

    private void follow(long seen) {
        try (WatchSubscription subscription = store.watch(options.prefix(), seen, this)) {
            awaitEnd(subscription);
        } finally {
            end();
        }
    }

    private void awaitEnd(WatchSubscription subscription) {
        Instant deadline = Instant.now().plus(options.timeout());
        try {
            while (true) {
                Duration left = Duration.between(Instant.now(), deadline);
                Duration pause = left.compareTo(interval) < 0 ? left : interval;
                if (!pause.isPositive() || ended.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
                    return;
                }
                breathe(subscription);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Sends a bookmark or white space, because only a write detects that the client has disconnected. */
    private void breathe(WatchSubscription subscription) {
        if (options.bookmarks()) {
            subscription.requestProgress();
        } else {
            write(stream::blank);
        }
    }

    @Override
    public void accept(StoreEvent event) {
        Optional<WatchEvents.Seen> seen = events.see(event);
        if (seen.isPresent()) {
            write(() -> stream.write(seen.get().type(), seen.get().stored()));
        } else if (event instanceof StoreEvent.Progress progress && options.bookmarks()) {
            write(() -> stream.bookmark(progress.revision(), false));
        }
    }

    @Override
    public void idle() {
        write(stream::flush);
    }

    @Override
    public void closed(SubscriptionEndReason reason) {
        ended.countDown();
    }

    private interface Step {
        void run() throws IOException;
    }

    /** Writes to the client; a failed write means that it has disconnected, and ends the watch. */
    private void write(Step step) {
        lock.lock();
        try {
            if (open) {
                step.run();
            }
        } catch (IOException | UncheckedIOException e) {
            open = false;
            ended.countDown();
        } finally {
            lock.unlock();
        }
    }

    private void end() {
        lock.lock();
        try {
            open = false;
        } finally {
            lock.unlock();
        }
    }
}
