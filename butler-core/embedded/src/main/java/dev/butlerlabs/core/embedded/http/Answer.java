package dev.butlerlabs.core.embedded.http;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.embedded.json.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** What a handler answers. */
public sealed interface Answer {
    int status();

    String contentType();

    /** An answer that is there as a whole. */
    @SuppressWarnings("ArrayRecordComponent") // bodies go out as they are and are never compared
    record Whole(int status, String contentType, byte[] body) implements Answer {}

    /** An answer that is written piece by piece. */
    record Streamed(int status, String contentType, Writer writer) implements Answer {}

    /** Writes the body; the client may go away at any moment. */
    @FunctionalInterface
    interface Writer {
        void write(OutputStream out) throws IOException;
    }

    static Answer json(int status, JsonNode body) {
        return new Whole(status, "application/json", Json.write(body));
    }

    static Answer text(int status, String body) {
        return new Whole(status, "text/plain; charset=utf-8", body.getBytes(StandardCharsets.UTF_8));
    }
}
