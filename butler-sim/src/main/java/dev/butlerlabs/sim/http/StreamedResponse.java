package dev.butlerlabs.sim.http;

import java.io.InputStream;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * A response whose body is read while it is sent, until it ends or the client disconnects.
 *
 * @param length announced length of the body; chunks without a length if empty. A shorter body closes the connection
 */
public record StreamedResponse(int status, Map<String, String> headers, OptionalLong length, InputStream body) {
    public StreamedResponse {
        headers = Map.copyOf(headers);
        Objects.requireNonNull(length, "length");
        Objects.requireNonNull(body, "body");
    }

    /** Creates a response in chunks. */
    public StreamedResponse(int status, Map<String, String> headers, InputStream body) {
        this(status, headers, OptionalLong.empty(), body);
    }
}
