package dev.butlerlabs.core.embedded.http;

import dev.butlerlabs.core.retry.ReadDeadline;
import io.helidon.http.Headers;
import io.helidon.http.HttpPrologue;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http1.Http1ConnectionListener;
import java.time.Duration;

/**
 * Limits the time in which all headers of a request must arrive. The web server calls both methods on the thread of the connection: one
 * after reading the request line, one after reading the headers. If the headers are invalid, the web server closes the connection without
 * the second call; the deadline then has no effect, because the thread of the connection has ended.
 */
final class HeaderDeadline implements Http1ConnectionListener {
    /** A thread serves one connection, so its deadline belongs to one server. */
    private static final ThreadLocal<ReadDeadline> RUNNING = new ThreadLocal<>();

    private final Duration limit;

    HeaderDeadline(Duration limit) {
        this.limit = limit;
    }

    @Override
    public void prologue(ConnectionContext connection, HttpPrologue prologue) {
        RUNNING.set(ReadDeadline.start(limit));
    }

    @Override
    public void headers(ConnectionContext connection, Headers headers) {
        ReadDeadline deadline = RUNNING.get();
        if (deadline != null) {
            RUNNING.remove();
            deadline.close();
        }
    }
}
