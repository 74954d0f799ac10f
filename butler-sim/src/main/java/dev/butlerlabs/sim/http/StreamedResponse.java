package dev.butlerlabs.sim.http;

import java.io.InputStream;
import java.util.Map;
import java.util.Objects;

/** A response sent in chunks until it ends or the client disconnects. */
public record StreamedResponse(int status, Map<String, String> headers, InputStream body) {
    public StreamedResponse {
        headers = Map.copyOf(headers);
        Objects.requireNonNull(body, "body");
    }
}
