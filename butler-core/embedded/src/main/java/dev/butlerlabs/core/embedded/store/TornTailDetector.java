package dev.butlerlabs.core.embedded.store;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Distinguishes a write that was interrupted by a crash from damage. A frame is started only after the previous one is durable, so a crash
 * can leave an invalid frame only where no valid frame follows.
 */
final class TornTailDetector {
    private static final int CHUNK = 1 << 16;
    /** Disks write sectors atomically. */
    private static final int SECTOR = 512;

    private final StoreFile file;
    private final long salt;

    TornTailDetector(StoreFile file, long salt) {
        this.file = file;
        this.salt = salt;
    }

    /**
     * Returns whether a crash explains the invalid frame at a position: the file ends before the frame does, or a sector of it was never
     * written. A complete frame with an invalid checksum was damaged later, and its write may have been acknowledged. That includes a frame
     * of which only the length is wrong: its checksum matches the remaining bytes.
     */
    boolean isCutShort(long broken) throws IOException {
        long available = file.size() - broken;
        if (available < LogFrame.OVERHEAD) {
            return true;
        }
        ByteBuffer head = ByteBuffer.allocate(LogFrame.OVERHEAD);
        fill(head, broken);
        boolean marked = head.getInt(0) == LogFrame.MARKER;
        long length = marked ? Integer.toUnsignedLong(head.getInt(4)) + LogFrame.OVERHEAD : available;
        return length > available
                ? !fits(head.getInt(8), broken + LogFrame.OVERHEAD)
                : hasUnwrittenSector(broken, broken + length);
    }

    /** Whether the checksum is that of the rest of the file as one payload. */
    private boolean fits(int checksum, long start) throws IOException {
        long length = file.size() - start;
        if (length > Integer.MAX_VALUE - LogFrame.OVERHEAD) {
            return false;
        }
        ByteBuffer payload = ByteBuffer.allocate((int) length);
        fill(payload, start);
        return LogFrame.checksum(salt, payload) == checksum;
    }

    /** Sectors that were not written because of a power loss read as zeros; no valid frame contains that many. */
    private boolean hasUnwrittenSector(long from, long to) throws IOException {
        for (long start = from; start < to; ) {
            long end = Math.min(to, (start / SECTOR + 1) * SECTOR);
            ByteBuffer piece = ByteBuffer.allocate(Math.toIntExact(end - start));
            fill(piece, start);
            if (isZero(piece)) {
                return true;
            }
            start = end;
        }
        return false;
    }

    private static boolean isZero(ByteBuffer piece) {
        while (piece.hasRemaining()) {
            if (piece.get() != 0) {
                return false;
            }
        }
        return true;
    }

    boolean beginsAt(long broken) throws IOException {
        long size = file.size();
        ByteBuffer chunk = ByteBuffer.allocate(CHUNK);
        for (long start = broken + 1; start <= size - LogFrame.OVERHEAD; start += CHUNK - 3) {
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
            if (chunk.getInt(place) == LogFrame.MARKER && isFrame(start + place)) {
                return true;
            }
        }
        return false;
    }

    private boolean isFrame(long position) throws IOException {
        return new FrameReader(file, salt, position).next() instanceof FrameReader.Found.Whole;
    }
}
