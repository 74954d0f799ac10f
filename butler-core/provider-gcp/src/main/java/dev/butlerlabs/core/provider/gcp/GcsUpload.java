package dev.butlerlabs.core.provider.gcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.ImageContentReader;
import dev.butlerlabs.core.provider.ImageSource;
import dev.butlerlabs.core.provider.rest.RestResponse;
import dev.butlerlabs.core.retry.Backoff;
import dev.butlerlabs.core.retry.Sleeper;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;

/**
 * Uploads an object in chunks. After an interruption the upload continues at the first byte that Cloud Storage has not stored. One chunk is
 * held in memory.
 */
final class GcsUpload {
    /** Cloud Storage requires a multiple of 256 KiB. */
    static final int CHUNK = 8 * 1024 * 1024;

    private static final int INCOMPLETE = 308;
    private static final int NOT_FOUND = 404;
    private static final int GONE = 410;
    /** Failures after which the upload continues. */
    private static final Set<ErrorCode> TRANSIENT =
            Set.of(ErrorCode.UNREACHABLE, ErrorCode.TIMEOUT, ErrorCode.THROTTLED, ErrorCode.PROVIDER_TROUBLED);

    private static final int MOST_FAILURES = 6;
    private static final Pattern STORED = Pattern.compile("bytes=0-(\\d{1,18})");

    private final GcsClient client;
    private final Sleeper sleeper;
    private final Backoff backoff;

    GcsUpload(GcsClient client) {
        this(client, Sleeper.SYSTEM, new Backoff(Duration.ofMillis(250), 2, Duration.ofSeconds(15), 0.3));
    }

    GcsUpload(GcsClient client, Sleeper sleeper, Backoff backoff) {
        this.client = client;
        this.sleeper = sleeper;
        this.backoff = backoff;
    }

    /**
     * Uploads the content of an image and compares its checksum with the one that Cloud Storage computed.
     *
     * @param session URL of the upload session
     * @throws ButlerException if the source or the upload fails, or the checksum differs
     */
    void send(String session, ImageSource.Upload upload) {
        try (ImageContentReader content = ImageContentReader.open(upload)) {
            CRC32C checksum = new CRC32C();
            byte[] chunk = new byte[(int) Math.min(CHUNK, upload.length())];
            Optional<JsonNode> object = Optional.empty();
            for (long position = 0; position < upload.length(); ) {
                int count = (int) Math.min(chunk.length, upload.length() - position);
                if (content.read(chunk, 0, count) < count) {
                    throw new ButlerException(ErrorCode.UNREACHABLE, "The image ended before its announced length.");
                }
                checksum.update(chunk, 0, count);
                object = new Chunk(session, chunk, count, position, upload.length()).send();
                position += count;
            }
            content.drain();
            verify(checksum, object);
        } catch (RuntimeException e) {
            cancel(session);
            throw e;
        }
    }

    private static void verify(CRC32C checksum, Optional<JsonNode> object) {
        String expected = Base64.getEncoder()
                .encodeToString(ByteBuffer.allocate(Integer.BYTES)
                        .putInt((int) checksum.getValue())
                        .array());
        String stored = object.map(json -> json.path("crc32c").asText("")).orElse("");
        if (!stored.equals(expected)) {
            throw new ButlerException(
                    ErrorCode.PROVIDER_TROUBLED,
                    "Cloud Storage stored other bytes than Butler sent: the CRC32C is %s instead of %s."
                            .formatted(stored.isEmpty() ? "missing" : stored, expected));
        }
    }

    /** Ends the session, so that Cloud Storage does not keep what it has received. It expires after a week otherwise. */
    private void cancel(String session) {
        if (Thread.currentThread().isInterrupted()) {
            return;
        }
        try {
            client.cancelUpload(session);
        } catch (ButlerException _) {
            // The failure of the upload is reported.
        }
    }

    /** A part of the content from a position on, and how much of it was stored. */
    private final class Chunk {
        private final String session;
        private final byte[] bytes;
        private final int count;
        private final long position;
        private final long length;
        private int stored;

        private Chunk(String session, byte[] bytes, int count, long position, long length) {
            this.session = session;
            this.bytes = bytes;
            this.count = count;
            this.position = position;
            this.length = length;
        }

        /** Returns the object if this was the last chunk. */
        private Optional<JsonNode> send() {
            int failures = 0;
            boolean isUnknown = false;
            while (true) {
                int before = stored;
                try {
                    RestResponse response = isUnknown ? state() : rest();
                    if (response.status() != INCOMPLETE) {
                        return Optional.of(client.accepted(response));
                    }
                    stored = stored(response);
                    if (stored == count && position + count < length) {
                        return Optional.empty();
                    }
                    boolean isComplete = stored == count;
                    if (stored == before && (!isUnknown || isComplete)) {
                        throw new ButlerException(
                                ErrorCode.PROVIDER_TROUBLED,
                                "Cloud Storage does not complete the upload of the image.");
                    }
                    failures = stored > before ? 0 : failures;
                    isUnknown = isComplete;
                } catch (ButlerException e) {
                    if (!TRANSIENT.contains(e.code()) || ++failures > MOST_FAILURES) {
                        throw e;
                    }
                    isUnknown = true;
                    sleeper.pause(
                            backoff.delay(failures, ThreadLocalRandom.current()),
                            "Interrupted while uploading an image.");
                }
            }
        }

        private RestResponse rest() {
            BodyPublisher body = BodyPublishers.ofByteArray(bytes, stored, count - stored);
            return send("bytes %d-%d/%d".formatted(position + stored, position + count - 1, length), body);
        }

        private RestResponse state() {
            return send("bytes */" + length, BodyPublishers.noBody());
        }

        private RestResponse send(String contentRange, BodyPublisher body) {
            RestResponse response = client.sendPart(session, contentRange, body);
            if (response.status() == NOT_FOUND || response.status() == GONE) {
                throw new ButlerException(
                        ErrorCode.CONFLICT, "Cloud Storage has ended the upload of the image. Butler starts it again.");
            }
            return response;
        }

        /** Returns how many bytes of this chunk are stored. Bytes of earlier chunks are not kept here. */
        private int stored(RestResponse response) {
            Matcher range = STORED.matcher(response.header("Range").orElse(""));
            long end = range.matches() ? Long.parseLong(range.group(1)) + 1 : 0;
            if (end < position || end > position + count) {
                throw new ButlerException(
                        ErrorCode.PROVIDER,
                        "Cloud Storage reports %d stored bytes of an image, but Butler sent %d to %d."
                                .formatted(end, position, position + count));
            }
            return (int) (end - position);
        }
    }
}
