package dev.butlerlabs.core.embedded.store;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Decodes the output of {@link FrameEncoder}; the checksum must have been verified. */
final class FrameDecoder {
    private final ByteBuffer buffer;

    FrameDecoder(ByteBuffer buffer) {
        this.buffer = buffer;
    }

    boolean hasMore() {
        return buffer.hasRemaining();
    }

    byte readByte() {
        return buffer.get();
    }

    long readLong() {
        return buffer.getLong();
    }

    byte[] readBytes() {
        byte[] bytes = new byte[buffer.getInt()];
        buffer.get(bytes);
        return bytes;
    }

    String readText() {
        return new String(readBytes(), StandardCharsets.UTF_8);
    }
}
