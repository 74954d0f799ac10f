package dev.butlerlabs.core.kube.fields;

import io.fabric8.kubernetes.client.http.AsyncBody;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** The body of a response as a stream. It is received while it is read, ahead of the reader by a limited number of buffers. */
final class ResponseStream extends InputStream implements AsyncBody.Consumer<List<ByteBuffer>> {
    private static final int BUFFERS_AHEAD = 64;

    private final Duration timeout;
    /** The buffers of the body, and then an empty element. */
    private final BlockingQueue<Optional<ByteBuffer>> received = new LinkedBlockingQueue<>();

    private final AtomicBoolean isPaused = new AtomicBoolean();
    private ByteBuffer current = ByteBuffer.allocate(0);
    private boolean isEnded;
    private AsyncBody body;
    private volatile Throwable failure;

    /** @param timeout maximum time without data */
    ResponseStream(Duration timeout) {
        this.timeout = timeout;
    }

    /** Starts to receive the body. Call it once, before the stream is read. */
    void open(AsyncBody response) {
        body = response;
        CompletableFuture<Void> _ = response.done().whenComplete((_, problem) -> {
            failure = problem;
            received.add(Optional.empty());
        });
        response.consume();
    }

    @Override
    public void consume(List<ByteBuffer> buffers, AsyncBody response) {
        buffers.forEach(buffer -> received.add(Optional.of(buffer)));
        if (received.size() < BUFFERS_AHEAD) {
            response.consume();
        } else {
            isPaused.set(true);
            // The reader may have read everything before it could see the pause.
            resumeIfEmpty(response);
        }
    }

    private void resumeIfEmpty(AsyncBody response) {
        if (received.isEmpty() && isPaused.compareAndSet(true, false)) {
            response.consume();
        }
    }

    @Override
    public int read() throws IOException {
        return hasData() ? current.get() & 0xFF : -1;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (!hasData()) {
            return -1;
        }
        int count = Math.min(length, current.remaining());
        current.get(target, offset, count);
        return count;
    }

    private boolean hasData() throws IOException {
        while (!isEnded && !current.hasRemaining()) {
            Optional<ByteBuffer> next = next();
            isEnded = next.isEmpty();
            current = next.orElse(current);
        }
        if (isEnded && failure != null) {
            throw new IOException(failure);
        }
        return !isEnded;
    }

    private Optional<ByteBuffer> next() throws IOException {
        resumeIfEmpty(body);
        try {
            Optional<ByteBuffer> next = received.poll(timeout.toMillis(), TimeUnit.MILLISECONDS);
            if (next == null) {
                throw new HttpTimeoutException("the response was not received completely");
            }
            return next;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while reading the response");
        }
    }

    @Override
    public void close() {
        body.cancel();
    }
}
