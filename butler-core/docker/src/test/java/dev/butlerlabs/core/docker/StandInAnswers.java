package dev.butlerlabs.core.docker;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** The forms of a Docker engine's answers. */
final class StandInAnswers {
    private static final ObjectMapper JSON = new ObjectMapper();

    private StandInAnswers() {}

    /** How Docker tells the two streams of a command apart on one connection. */
    static void frame(OutputStream out, int stream, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > 0) {
            out.write(ByteBuffer.allocate(8)
                    .put(0, (byte) stream)
                    .putInt(4, bytes.length)
                    .array());
            out.write(bytes);
        }
    }

    static OutputStream begin(HttpExchange exchange) throws IOException {
        exchange.getResponseHeaders().add("Content-Type", "application/vnd.docker.raw-stream");
        exchange.sendResponseHeaders(200, 0);
        exchange.getResponseBody().flush();
        return exchange.getResponseBody();
    }

    static void stream(HttpExchange exchange, byte[] bytes) throws IOException {
        begin(exchange).write(bytes);
    }

    static void refuse(HttpExchange exchange, int status, String text) throws IOException {
        answer(exchange, status, message(text));
    }

    static ObjectNode message(String text) {
        return JSON.createObjectNode().put("message", text);
    }

    static void send(HttpExchange exchange, int status, JsonNode body) {
        try {
            if (body == null) {
                exchange.sendResponseHeaders(status, -1);
            } else {
                answer(exchange, status, body);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void answer(HttpExchange exchange, int status, JsonNode body) throws IOException {
        byte[] bytes = JSON.writeValueAsBytes(body);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }
}
