package dev.butlerlabs.core.embedded.store;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Reads a file frame by frame through a buffer. */
final class FrameReader {
    /** The result of reading a frame. */
    sealed interface Found {
        /** A valid frame; its payload is valid until the next call. */
        record Whole(FrameDecoder payload) implements Found {}

        record Broken() implements Found {}

        record End() implements Found {}
    }

    private static final int WINDOW = 1 << 20;

    private final StoreFile file;
    private final long salt;
    private final long size;
    private long position;
    private ByteBuffer window = ByteBuffer.allocate(WINDOW).limit(0);

    FrameReader(StoreFile file, long salt, long position) throws IOException {
        this.file = file;
        this.salt = salt;
        this.size = file.size();
        this.position = position;
    }

    /** Returns the offset of the next frame. */
    long position() {
        return position;
    }

    Found next() throws IOException {
        if (position == size) {
            return new Found.End();
        }
        if (size - position < LogFrame.OVERHEAD) {
            return new Found.Broken();
        }
        ensure(LogFrame.OVERHEAD);
        int at = window.position();
        int length = window.getInt(at + 4);
        if (window.getInt(at) != LogFrame.MARKER || length < 0 || length > size - position - LogFrame.OVERHEAD) {
            return new Found.Broken();
        }
        return payload(length);
    }

    private Found payload(int length) throws IOException {
        ensure(LogFrame.OVERHEAD + length);
        int at = window.position();
        int start = at + LogFrame.OVERHEAD;
        if (window.getInt(at + 8) != LogFrame.checksum(salt, window.slice(start, length))) {
            return new Found.Broken();
        }
        window.position(start + length);
        position += LogFrame.OVERHEAD + length;
        return new Found.Whole(new FrameDecoder(window.slice(start, length)));
    }

    /** Fills the buffer until it contains this many bytes from the current position. */
    private void ensure(int bytes) throws IOException {
        if (window.remaining() >= bytes) {
            return;
        }
        window = bytes > window.capacity() ? ByteBuffer.allocate(bytes).put(window) : window.compact();
        while (window.position() < bytes && file.read(window, position + window.position()) > 0) {}
        window.flip();
        if (window.remaining() < bytes) {
            throw new IOException(file.name() + " was truncated below " + size + " bytes while it was being read");
        }
    }
}
