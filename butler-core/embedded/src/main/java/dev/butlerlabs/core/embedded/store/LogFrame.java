package dev.butlerlabs.core.embedded.store;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** A checksummed unit of a file: marker, length, checksum, payload. */
final class LogFrame {
    static final int MARKER = 0xB7_1E_F0_4D;
    static final int OVERHEAD = 12;

    private LogFrame() {}

    /** Completes a frame by writing the header into the space reserved before the payload. */
    static ByteBuffer seal(FrameEncoder encoder, long salt) {
        ByteBuffer frame = encoder.bytes();
        int length = frame.limit() - OVERHEAD;
        frame.putInt(0, MARKER).putInt(4, length);
        frame.putInt(8, checksum(salt, frame.slice(OVERHEAD, length)));
        return frame;
    }

    static FrameEncoder encoder() {
        return new FrameEncoder(OVERHEAD);
    }

    static int checksum(long salt, ByteBuffer payload) {
        CRC32C checksum = new CRC32C();
        checksum.update(ByteBuffer.allocate(12)
                .putLong(salt)
                .putInt(payload.remaining())
                .flip());
        checksum.update(payload);
        return (int) checksum.getValue();
    }
}
