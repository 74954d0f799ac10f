package dev.butlerlabs.core.server.stream;

import dev.butlerlabs.core.server.json.RecordJsonWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** One server-sent event. Immutable; it is encoded once for all browsers. */
final class StreamMessage {
    private static final int RETRY_MILLIS = 2_000;
    private static final StreamMessage WAKE = new StreamMessage(new byte[0]);

    /** Announces that the overview changed. */
    static final StreamMessage OVERVIEW = change(StreamChange.overview());

    private final byte[] encoded;

    private StreamMessage(byte[] encoded) {
        this.encoded = encoded;
    }

    /**
     * Creates a message.
     *
     * @param event its type
     * @param id the resourceVersion from which a client continues; empty if it is not a change
     * @param data JSON without line breaks
     */
    private StreamMessage(String event, Optional<String> id, String data) {
        this(encode(event, id, data));
    }

    /** What a client subscribed to. */
    record Hello(List<String> topics, int retry) {}

    /** The time at which the session ends. */
    record SessionEnd(Instant expiresAt) {}

    /** A watch that failed. */
    record WatchProblem(String topic, String message) {}

    static StreamMessage hello(List<String> topics) {
        return of("hello", Optional.empty(), new Hello(topics, RETRY_MILLIS));
    }

    static StreamMessage session(Instant expiresAt) {
        return of("session", Optional.empty(), new SessionEnd(expiresAt));
    }

    static StreamMessage problem(String topic, String message) {
        return of("problem", Optional.empty(), new WatchProblem(topic, message));
    }

    static StreamMessage change(StreamChange change) {
        return of("change", change.version(), change.document());
    }

    /** Returns a message that only wakes the writer of a subscription; it is not sent. */
    static StreamMessage wake() {
        return WAKE;
    }

    private static StreamMessage of(String event, Optional<String> id, Object data) {
        return new StreamMessage(event, id, new String(RecordJsonWriter.write(data), StandardCharsets.UTF_8));
    }

    private static byte[] encode(String event, Optional<String> id, String data) {
        StringBuilder text = new StringBuilder("event: ").append(event).append('\n');
        id.ifPresent(value -> text.append("id: ").append(value).append('\n'));
        return text.append("data: ").append(data).append("\n\n").toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Returns whether the message is sent. */
    boolean isSent() {
        return encoded.length > 0;
    }

    /** Writes the event in the format of the stream. */
    void writeTo(OutputStream out) throws IOException {
        out.write(encoded);
        out.flush();
    }
}
