package dev.butlerlabs.core.embedded.http;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.embedded.json.JsonCodec;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** The response of a handler. */
public sealed interface ApiResponse {
    int status();

    String contentType();

    /** A response whose body is complete. */
    @SuppressWarnings("ArrayRecordComponent") // bodies are sent unchanged and never compared
    record Whole(int status, String contentType, byte[] body) implements ApiResponse {}

    /** A response whose body is written in parts. */
    record Streamed(int status, String contentType, Writer writer) implements ApiResponse {}

    /** Writes the body of a streamed response; the client may disconnect at any time. */
    @FunctionalInterface
    interface Writer {
        void write(OutputStream out) throws IOException;
    }

    static ApiResponse json(int status, JsonNode body) {
        return new Whole(status, "application/json", JsonCodec.write(body));
    }

    static ApiResponse text(int status, String body) {
        return new Whole(status, "text/plain; charset=utf-8", body.getBytes(StandardCharsets.UTF_8));
    }
}
