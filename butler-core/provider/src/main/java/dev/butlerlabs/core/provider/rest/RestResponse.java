package dev.butlerlabs.core.provider.rest;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/** A complete response of any status. Immutable. */
public final class RestResponse {
    private static final int TOO_MANY_REQUESTS = 429;

    private final int status;
    private final HttpHeaders headers;
    private final byte[] body;

    RestResponse(HttpResponse<byte[]> response) {
        this(response.statusCode(), response.headers(), response.body());
    }

    RestResponse(int status, HttpHeaders headers, byte[] body) {
        this.status = status;
        this.headers = headers;
        this.body = body;
    }

    public int status() {
        return status;
    }

    public boolean isSuccess() {
        return status / 100 == 2;
    }

    public Optional<String> header(String name) {
        return headers.firstValue(name);
    }

    /**
     * Returns the body as JSON; an empty body is an empty object.
     *
     * @return empty if the body is not JSON
     */
    public Optional<JsonNode> json() {
        return JsonDocument.read(body);
    }

    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    /** Returns the delay in the header Retry-After, if it is a number of seconds. */
    public Optional<Duration> retryAfter() {
        return header("Retry-After")
                .filter(text -> text.matches("[0-9]{1,6}"))
                .map(text -> Duration.ofSeconds(Long.parseLong(text)));
    }

    /** Returns whether the status says that the same request can succeed later: throttled, or a gateway without a server. */
    boolean isTransient() {
        return status == TOO_MANY_REQUESTS || status == 502 || status == 503 || status == 504;
    }

    @Override
    public String toString() {
        return "RestResponse[" + status + "]";
    }
}
