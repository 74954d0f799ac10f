package dev.butlerlabs.core.server.http;

import dev.butlerlabs.core.retry.ReadDeadline;
import io.helidon.common.buffers.DataReader;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ServerConnectionException;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Converts requests of the web server to {@link WebRequest} and sends the responses of the handler. */
final class WebExchange {
    private static final Logger LOG = LoggerFactory.getLogger(WebExchange.class);

    private final Duration timeout;
    private volatile WebHandler handler;

    WebExchange(WebHandler handler, Duration timeout) {
        this.handler = handler;
        this.timeout = timeout;
    }

    /** Releases the handler, because a timer of the web server keeps running after its shutdown and references this object for ever. */
    void close() {
        handler = _ -> {
            throw new CloseConnectionException("the server is stopping");
        };
    }

    void handle(ServerRequest from, ServerResponse to) {
        WebResponse response = handler.handle(request(from));
        to.status(Status.create(response.status()));
        response.headers().forEach(header -> to.headers().add(HeaderNames.create(header.name()), header.value()));
        switch (response) {
            case WebResponse.Whole whole -> sendWhole(to, whole);
            case WebResponse.Streamed streamed -> stream(to, streamed);
        }
    }

    private WebRequest request(ServerRequest from) {
        String query = Objects.requireNonNullElse(from.query().rawValue(), "");
        return new WebRequest(
                from.prologue().method().text(),
                from.path().rawPath(),
                query,
                parameters(query),
                headers(from),
                from.remotePeer().host(),
                limit -> body(from, limit));
    }

    private static Map<String, List<String>> headers(ServerRequest from) {
        Map<String, List<String>> headers = new HashMap<>();
        from.headers().forEach(header -> headers.put(header.name().toLowerCase(Locale.ROOT), header.allValues()));
        return headers;
    }

    /** Malformed escapes are kept as they are, so that a handler rejects the value and not the web server. */
    static Map<String, List<String>> parameters(String query) {
        Map<String, List<String>> parameters = new HashMap<>();
        for (String pair : query.split("&", -1)) {
            if (!pair.isEmpty()) {
                String[] parts = pair.split("=", 2);
                parameters
                        .computeIfAbsent(decoded(parts[0]), _ -> new ArrayList<>())
                        .add(parts.length < 2 ? "" : decoded(parts[1]));
            }
        }
        return parameters;
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException malformed) {
            return text;
        }
    }

    private byte[] body(ServerRequest from, int limit) {
        if (!from.content().hasEntity()) {
            return new byte[0];
        }
        try (ReadDeadline _ = ReadDeadline.start(timeout);
                InputStream in = from.content().inputStream()) {
            byte[] body = in.readNBytes(limit + 1);
            if (body.length > limit) {
                throw ProblemException.of(
                        413, "Request body too large", "The body has more than %d bytes.".formatted(limit));
            }
            return body;
        } catch (IOException
                | UncheckedIOException
                | ServerConnectionException
                | DataReader.InsufficientDataAvailableException e) {
            throw new CloseConnectionException("the body did not arrive", e);
        }
    }

    private void sendWhole(ServerResponse to, WebResponse.Whole whole) {
        try (ReadDeadline _ = ReadDeadline.start(timeout)) {
            to.send(whole.body());
        }
    }

    private static void stream(ServerResponse to, WebResponse.Streamed streamed) {
        try (OutputStream out = to.outputStream()) {
            streamed.writer().write(out);
        } catch (IOException | UncheckedIOException | ServerConnectionException e) {
            LOG.debug("client disconnected", e);
        }
    }
}
