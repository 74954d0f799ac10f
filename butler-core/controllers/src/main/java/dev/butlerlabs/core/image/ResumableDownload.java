package dev.butlerlabs.core.image;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.retry.Backoff;
import dev.butlerlabs.core.retry.Sleeper;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The content of a download of known length. If the connection breaks, ends early or stalls, the stream continues at the same byte
 * over a new connection: with a range request, or by reading the bytes before again if the server does not support ranges. Computes the
 * SHA-256 of the content. Memory use is constant.
 *
 * <p>Used by one thread at a time.
 */
public final class ResumableDownload extends InputStream {
    private static final int MOST_FAILURES = 6;
    private static final Duration STALL = Duration.ofSeconds(60);
    private static final int BUFFER = 64 * 1024;

    private final Opener opener;
    private final long length;
    private final Sleeper sleeper;
    private final Backoff backoff;
    private final StallWatch stall;
    private final MessageDigest digest;
    private Optional<InputStream> current = Optional.empty();
    private Optional<String> tag;
    private long position;
    private int failures;
    private long resumed;

    /** Opens a connection. */
    public interface Opener {
        /**
         * Opens a connection at a position.
         *
         * @param from position of the first byte to read
         * @param tag entity tag of the bytes before, if the server sent one
         */
        Part open(long from, Optional<String> tag) throws IOException;
    }

    /**
     * A response.
     *
     * @param start position of its first byte: the requested one, or 0 if the server does not support ranges
     * @param total length of the whole content, if the server reports it
     */
    public record Part(long start, Optional<Long> total, Optional<String> tag, InputStream body) {
        public Part {
            Objects.requireNonNull(body, "body");
        }
    }

    /**
     * The bytes that an earlier download received.
     *
     * @param digest SHA-256 of these bytes; not used by the caller any more
     * @param tag entity tag that the server sent with them
     */
    public record Begun(long position, MessageDigest digest, Optional<String> tag) {
        public Begun {
            Objects.requireNonNull(digest, "digest");
            Objects.requireNonNull(tag, "tag");
        }

        static Begun nothing() {
            return new Begun(0, sha(), Optional.empty());
        }
    }

    /** Creates a download from the first byte. */
    public ResumableDownload(Opener opener, long length) {
        this(opener, length, Begun.nothing());
    }

    /** Creates a download that pauses up to 10 s between attempts, and ends an attempt without data after 60 s. */
    public ResumableDownload(Opener opener, long length, Begun begun) {
        this(
                opener,
                length,
                begun,
                Sleeper.SYSTEM,
                new Backoff(Duration.ofMillis(250), 2, Duration.ofSeconds(10), 0.3),
                STALL);
    }

    ResumableDownload(Opener opener, long length, Sleeper sleeper, Backoff backoff, Duration stall) {
        this(opener, length, Begun.nothing(), sleeper, backoff, stall);
    }

    private ResumableDownload(
            Opener opener, long length, Begun begun, Sleeper sleeper, Backoff backoff, Duration stall) {
        this.opener = opener;
        this.position = begun.position();
        this.digest = begun.digest();
        this.tag = begun.tag();
        this.length = length;
        this.sleeper = sleeper;
        this.backoff = backoff;
        this.stall = new StallWatch(stall);
    }

    private static MessageDigest sha() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    /**
     * @throws IOException if the connection breaks repeatedly without a new byte between
     * @throws ButlerException if the server rejects the download, or the content changed meanwhile
     */
    @Override
    public int read(byte[] bytes, int offset, int count) throws IOException {
        Objects.checkFromIndexSize(offset, count, bytes.length);
        if (count == 0) {
            return 0;
        }
        while (position < length) {
            try {
                int read = next(bytes, offset, (int) Math.min(count, length - position));
                digest.update(bytes, offset, read);
                position += read;
                failures = 0;
                return read;
            } catch (IOException e) {
                disconnect();
                if (++failures > MOST_FAILURES) {
                    throw e;
                }
                sleeper.pause(
                        backoff.delay(failures, ThreadLocalRandom.current()),
                        "Interrupted while downloading an image.");
            }
        }
        return -1;
    }

    private int next(byte[] bytes, int offset, int count) throws IOException {
        InputStream stream = current.isPresent() ? current.get() : connect();
        int read = stall.reading(stream, () -> stream.read(bytes, offset, count));
        if (read < 0) {
            throw new EOFException("the content ended after %d of %d bytes".formatted(position, length));
        }
        return read;
    }

    private InputStream connect() throws IOException {
        Part part = opener.open(position, tag);
        current = Optional.of(part.body());
        if (part.total().filter(total -> total != length).isPresent()) {
            throw changed("%d instead of %d bytes".formatted(part.total().get(), length));
        }
        if (position > 0) {
            resumed++;
            if (part.start() == 0) {
                repeat(part.body());
            }
        }
        tag = part.tag();
        return part.body();
    }

    /** Reads the bytes before the position again. They must be the same as the first time. */
    private void repeat(InputStream body) throws IOException {
        MessageDigest again = sha();
        byte[] buffer = new byte[BUFFER];
        long left = position;
        while (left > 0) {
            int count = (int) Math.min(buffer.length, left);
            int read = stall.reading(body, () -> body.read(buffer, 0, count));
            if (read < 0) {
                throw new EOFException("the content ended after %d of %d bytes".formatted(position - left, length));
            }
            again.update(buffer, 0, read);
            left -= read;
        }
        if (!MessageDigest.isEqual(again.digest(), soFar())) {
            throw changed("other bytes");
        }
    }

    private static ButlerException changed(String how) {
        return new ButlerException(
                ErrorCode.CONFLICT, "The image changed during the download: the image factory sent %s.".formatted(how));
    }

    private byte[] soFar() {
        try {
            return ((MessageDigest) digest.clone()).digest();
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("SHA-256 of the JDK can be cloned", e);
        }
    }

    /** Returns the number of bytes read so far. */
    public long position() {
        return position;
    }

    /** Returns the entity tag of the content; empty before the first byte, or if the server sends none. */
    public Optional<String> tag() {
        return tag;
    }

    /** Returns how many times the download continued over a new connection. */
    public long resumed() {
        return resumed;
    }

    /**
     * Returns the SHA-256 of the content in hexadecimal.
     *
     * @throws IllegalStateException if the content was not read to its end
     */
    public String sha256() {
        if (position < length) {
            throw new IllegalStateException("read %d of %d bytes".formatted(position, length));
        }
        return HexFormat.of().formatHex(soFar());
    }

    private void disconnect() {
        current.ifPresent(StallWatch::close);
        current = Optional.empty();
    }

    @Override
    public void close() {
        disconnect();
        stall.close();
    }
}
