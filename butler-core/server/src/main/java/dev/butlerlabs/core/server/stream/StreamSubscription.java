package dev.butlerlabs.core.server.stream;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The queue of one browser between the watches, which never wait for it, and the thread that writes to its connection. If a browser reads too
 * slowly, its queue overflows and it is disconnected; it lists again when it reconnects. Thread-safe.
 */
final class StreamSubscription implements AutoCloseable {
    private static final Duration PING = Duration.ofSeconds(15);
    private static final Duration OVERVIEW_PAUSE = Duration.ofSeconds(1);
    private static final byte[] COMMENT = ": ping\n\n".getBytes(StandardCharsets.UTF_8);

    private final BlockingQueue<StreamMessage> queue;
    private final Set<String> topics;
    private final List<Runnable> closeActions = new ArrayList<>();
    private volatile boolean overviewDue;
    private volatile boolean closed;
    private Thread writer;

    StreamSubscription(Set<String> topics, int capacity) {
        this.topics = Set.copyOf(topics);
        this.queue = new LinkedBlockingQueue<>(capacity);
    }

    /** Adds a message without waiting. Closes the subscription if the queue is full. */
    void offer(StreamMessage message) {
        if (!closed && !queue.offer(message)) {
            close();
        }
    }

    /** Adds a change if its topic was requested; announces it to the overview. */
    void offer(StreamChange change, StreamMessage message) {
        if (topics.contains(change.topic())) {
            offer(message);
        }
        if (topics.contains(StreamTopic.OVERVIEW)) {
            overviewDue = true;
            wake();
        }
    }

    /** The writer waits at the queue; an overview is announced by a message that is not sent. */
    private void wake() {
        if (queue.isEmpty()) {
            offer(StreamMessage.wake());
        }
    }

    boolean isClosed() {
        return closed;
    }

    int queued() {
        return queue.size();
    }

    /** Runs an action when the subscription is closed; at once if it is. */
    void onClose(Runnable action) {
        synchronized (this) {
            if (!closed) {
                closeActions.add(action);
                return;
            }
        }
        action.run();
    }

    /**
     * Writes messages until the subscription is closed or the connection breaks.
     *
     * @param whileIdle called at each ping; closes the subscription if the session has ended
     */
    void writeTo(OutputStream out, Runnable whileIdle) throws IOException {
        synchronized (this) {
            writer = Thread.currentThread();
        }
        long nextPing = System.nanoTime() + PING.toNanos();
        long lastOverview = System.nanoTime() - OVERVIEW_PAUSE.toNanos();
        try {
            while (!closed) {
                long now = System.nanoTime();
                if (overviewDue && now - lastOverview >= OVERVIEW_PAUSE.toNanos()) {
                    overviewDue = false;
                    lastOverview = now;
                    StreamMessage.OVERVIEW.writeTo(out);
                }
                if (now >= nextPing) {
                    nextPing = now + PING.toNanos();
                    out.write(COMMENT);
                    out.flush();
                    whileIdle.run();
                }
                long until = overviewDue ? Math.min(nextPing, lastOverview + OVERVIEW_PAUSE.toNanos()) : nextPing;
                StreamMessage message = queue.poll(Math.max(1, until - now), TimeUnit.NANOSECONDS);
                if (message != null && message.isSent()) {
                    message.writeTo(out);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            synchronized (this) {
                writer = null;
            }
            close();
        }
    }

    /** Ends the subscription. A thread that is blocked in writing is interrupted, which closes its connection. */
    @Override
    public void close() {
        List<Runnable> actions;
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            actions = List.copyOf(closeActions);
            if (writer != null && writer != Thread.currentThread()) {
                writer.interrupt();
            }
        }
        actions.forEach(Runnable::run);
    }
}
