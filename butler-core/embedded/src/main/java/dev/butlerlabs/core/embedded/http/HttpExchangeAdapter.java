package dev.butlerlabs.core.embedded.http;

import dev.butlerlabs.core.embedded.status.ApiException;
import dev.butlerlabs.core.retry.ReadDeadline;
import io.helidon.common.buffers.DataReader;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ServerConnectionException;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Converts requests of the web server to {@link ApiRequest} and sends the response of the handler. */
final class HttpExchangeAdapter {
    static final int BODY_LIMIT = 3 * 1024 * 1024;
    private static final int COMPRESSED_FROM = 128 * 1024;
    private static final Logger LOG = LoggerFactory.getLogger(HttpExchangeAdapter.class);
    private static final HeaderName WARNING = HeaderNames.create("Warning");
    private static final HeaderName AUDIT_ID = HeaderNames.create("Audit-Id");

    private static final String IMPERSONATION = "impersonate-";
    private static final HeaderName IMPERSONATE_USER = HeaderNames.create("Impersonate-User");
    private static final HeaderName IMPERSONATE_GROUP = HeaderNames.create("Impersonate-Group");

    private final Duration readTimeout;
    private volatile ApiHandler handler;

    HttpExchangeAdapter(ApiHandler handler, Duration readTimeout) {
        this.handler = handler;
        this.readTimeout = readTimeout;
    }

    /** Releases the handler, because a timer of the web server keeps running after its shutdown and references this object for ever. */
    void close() {
        handler = request -> {
            throw new ClientDisconnectedException();
        };
    }

    void handle(ServerRequest from, ServerResponse to) {
        try {
            ApiRequest request = request(from);
            ApiResponse answer = answer(request);
            for (String warning : request.warnings()) {
                to.headers().add(WARNING, "299 - \"" + escaped(warning) + "\"");
            }
            send(from, to, answer);
        } catch (ApiException e) {
            send(from, to, refusal(e));
        }
    }

    private ApiResponse answer(ApiRequest request) {
        try {
            return handler.handle(request);
        } catch (ApiException e) {
            return refusal(e);
        } catch (ClientDisconnectedException e) {
            throw new CloseConnectionException("the connection is closed without a response", e);
        } catch (RuntimeException | StackOverflowError e) {
            LOG.error("{} {} failed", request.method(), "/" + String.join("/", request.path()), e);
            return refusal(ApiException.internal(e.toString()));
        }
    }

    private static ApiResponse refusal(ApiException refused) {
        return ApiResponse.json(refused.code(), refused.toStatus());
    }

    private ApiRequest request(ServerRequest from) {
        return new ApiRequest(
                from.prologue().method().text(),
                words(from.path().rawPath()),
                QueryParameters.parse(from.query().rawValue()),
                new ApiRequest.Headers(
                        header(from, HeaderNames.AUTHORIZATION),
                        header(from, HeaderNames.ACCEPT),
                        header(from, HeaderNames.CONTENT_TYPE),
                        header(from, HeaderNames.USER_AGENT),
                        from.authority(),
                        header(from, HeaderNames.UPGRADE),
                        impersonation(from)),
                certificates(from),
                () -> body(from));
    }

    private static ApiRequest.Impersonation impersonation(ServerRequest from) {
        List<String> others = from.headers().stream()
                .map(header -> header.name().toLowerCase(Locale.ROOT))
                .filter(name -> name.startsWith(IMPERSONATION))
                .filter(name ->
                        !name.equals(IMPERSONATE_USER.lowerCase()) && !name.equals(IMPERSONATE_GROUP.lowerCase()))
                .toList();
        List<String> groups = from.headers().contains(IMPERSONATE_GROUP)
                ? from.headers().get(IMPERSONATE_GROUP).allValues()
                : List.of();
        return new ApiRequest.Impersonation(header(from, IMPERSONATE_USER), groups, others);
    }

    private static List<X509Certificate> certificates(ServerRequest from) {
        Certificate[] shown = from.remotePeer().tlsCertificates().orElseGet(() -> new Certificate[0]);
        return Arrays.stream(shown).map(X509Certificate.class::cast).toList();
    }

    private static String header(ServerRequest from, HeaderName name) {
        return from.headers().contains(name)
                ? String.join(",", from.headers().get(name).allValues())
                : "";
    }

    private static List<String> words(String rawPath) {
        List<String> words = new ArrayList<>();
        for (String word : rawPath.split("/", -1)) {
            if (!word.isEmpty()) {
                words.add(decoded(word));
            }
        }
        return words;
    }

    private static String decoded(String word) {
        try {
            return URLDecoder.decode(word.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw ApiException.badRequest("invalid path: " + e.getMessage());
        }
    }

    private byte[] body(ServerRequest from) {
        if (!from.content().hasEntity()) {
            return new byte[0];
        }
        try (ReadDeadline _ = ReadDeadline.start(readTimeout);
                InputStream in = from.content().inputStream()) {
            byte[] body = in.readNBytes(BODY_LIMIT + 1);
            if (body.length > BODY_LIMIT) {
                throw ApiException.tooLarge(BODY_LIMIT);
            }
            return body;
        } catch (IOException
                | UncheckedIOException
                | ServerConnectionException
                | DataReader.InsufficientDataAvailableException e) {
            throw new ClientDisconnectedException(e);
        }
    }

    private static void send(ServerRequest from, ServerResponse to, ApiResponse answer) {
        to.status(Status.create(answer.status()));
        to.headers().set(HeaderNames.CONTENT_TYPE, answer.contentType());
        to.headers().set(HeaderNames.CACHE_CONTROL, "no-cache, private");
        to.headers().set(AUDIT_ID, java.util.UUID.randomUUID().toString());
        switch (answer) {
            case ApiResponse.Whole whole -> sendWhole(from, to, whole.body());
            case ApiResponse.Streamed streamed -> stream(to, streamed);
        }
    }

    /** Sends a complete body, compressed with gzip if it is large and the client accepts it. */
    private static void sendWhole(ServerRequest from, ServerResponse to, byte[] body) {
        boolean wanted = header(from, HeaderNames.ACCEPT_ENCODING).contains("gzip");
        if (!wanted || body.length < COMPRESSED_FROM) {
            to.send(body);
            return;
        }
        to.headers().set(HeaderNames.CONTENT_ENCODING, "gzip");
        to.headers().set(HeaderNames.VARY, "Accept-Encoding");
        to.send(compressed(body));
    }

    private static byte[] compressed(byte[] body) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(body.length / 4);
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    private static void stream(ServerResponse to, ApiResponse.Streamed answer) {
        try (OutputStream out = to.outputStream()) {
            answer.writer().write(out);
        } catch (IOException | UncheckedIOException e) {
            LOG.debug("client disconnected", e);
        }
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\").replace("\"", "\\\"").replaceAll("[\\r\\n]", " ");
    }
}
