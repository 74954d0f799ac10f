package dev.butlerlabs.core.embedded.store;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** A growing byte buffer with space reserved for a frame header. */
final class FrameEncoder {
    private ByteBuffer buffer = ByteBuffer.allocate(4096);

    FrameEncoder(int head) {
        buffer.position(head);
    }

    int size() {
        return buffer.position();
    }

    FrameEncoder put(byte value) {
        room(1).put(value);
        return this;
    }

    FrameEncoder put(int value) {
        room(4).putInt(value);
        return this;
    }

    FrameEncoder put(long value) {
        room(8).putLong(value);
        return this;
    }

    FrameEncoder put(byte[] value) {
        put(value.length);
        room(value.length).put(value);
        return this;
    }

    FrameEncoder put(String value) {
        return put(value.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns all bytes, including the header. */
    ByteBuffer bytes() {
        return buffer.flip();
    }

    private ByteBuffer room(int bytes) {
        if (buffer.remaining() < bytes) {
            int wanted = Math.addExact(buffer.position(), bytes);
            ByteBuffer larger = ByteBuffer.allocate(Math.max(wanted, Math.min(wanted, 1 << 29) * 2));
            buffer = larger.put(buffer.flip());
        }
        return buffer;
    }
}
