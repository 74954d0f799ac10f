package dev.butlerlabs.core.embedded.store;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Tells a write that a crash cut short from damage. A frame is begun only after the one before it is durable, so a crash can leave
 * rubbish only where no whole frame follows.
 */
final class TornTail {
    private static final int CHUNK = 1 << 16;

    private final DiskFile file;
    private final long salt;

    TornTail(DiskFile file, long salt) {
        this.file = file;
        this.salt = salt;
    }

    boolean beginsAt(long broken) throws IOException {
        long size = file.size();
        ByteBuffer chunk = ByteBuffer.allocate(CHUNK);
        for (long start = broken + 1; start <= size - Frame.OVERHEAD; start += CHUNK - 3) {
            fill(chunk.clear(), start);
            if (holdsFrame(chunk, start)) {
                return false;
            }
        }
        return true;
    }

    private void fill(ByteBuffer chunk, long start) throws IOException {
        while (chunk.hasRemaining() && file.read(chunk, start + chunk.position()) > 0) {}
        chunk.flip();
    }

    private boolean holdsFrame(ByteBuffer chunk, long start) throws IOException {
        for (int place = 0; place + 4 <= chunk.limit(); place++) {
            if (chunk.getInt(place) == Frame.MARKER && isFrame(start + place)) {
                return true;
            }
        }
        return false;
    }

    private boolean isFrame(long position) throws IOException {
        return new FrameReader(file, salt, position).next() instanceof FrameReader.Found.Whole;
    }
}
