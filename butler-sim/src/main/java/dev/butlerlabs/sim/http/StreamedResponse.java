package dev.butlerlabs.sim.http;

import java.io.InputStream;
import java.util.Map;
import java.util.Objects;

/** An answer that is handed on piece by piece, until it ends or nobody listens any more. */
public record StreamedResponse(int status, Map<String, String> headers, InputStream body) {
    public StreamedResponse {
        headers = Map.copyOf(headers);
        Objects.requireNonNull(body, "body");
    }
}
