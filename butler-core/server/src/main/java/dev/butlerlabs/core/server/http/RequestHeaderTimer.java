package dev.butlerlabs.core.server.http;

import dev.butlerlabs.core.retry.ReadDeadline;
import io.helidon.http.Headers;
import io.helidon.http.HttpPrologue;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http1.Http1ConnectionListener;
import java.time.Duration;

/** Limits the time between the request line and the end of the headers. The web server calls both methods on the thread of the connection. */
final class RequestHeaderTimer implements Http1ConnectionListener {
    private static final ThreadLocal<ReadDeadline> RUNNING = new ThreadLocal<>();

    private final Duration limit;

    RequestHeaderTimer(Duration limit) {
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
