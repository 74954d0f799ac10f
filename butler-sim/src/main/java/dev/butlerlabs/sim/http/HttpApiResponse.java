package dev.butlerlabs.sim.http;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;

/** A complete response. */
@SuppressWarnings("ArrayRecordComponent") // never compared; bodies are bytes
public record HttpApiResponse(int status, Map<String, String> headers, byte[] body) {
    public HttpApiResponse {
        headers = Map.copyOf(headers);
        Objects.requireNonNull(body, "body");
    }

    public static HttpApiResponse of(int status, String contentType, String body) {
        return new HttpApiResponse(status, Map.of("Content-Type", contentType), body.getBytes(StandardCharsets.UTF_8));
    }

    public static HttpApiResponse json(int status, String body) {
        return of(status, "application/json", body);
    }
}
