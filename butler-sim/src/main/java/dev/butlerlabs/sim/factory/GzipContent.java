package dev.butlerlabs.sim.factory;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.CRC32;

/** Content in gzip format. Its blocks are stored without compression, so that every position can be computed. */
final class GzipContent implements ArtifactContent {
    private static final byte[] HEADER = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, (byte) 0xff};
    private static final int BLOCK = 32_768;
    private static final int BLOCK_HEADER = 5;
    private static final int TRAILER = 8;
    private static final Map<ArtifactContent, Integer> CHECKSUMS = new ConcurrentHashMap<>();

    private final ArtifactContent plain;
    private final long blocks;

    GzipContent(ArtifactContent plain) {
        this.plain = plain;
        this.blocks = Math.max(1, Math.ceilDiv(plain.length(), BLOCK));
    }

    @Override
    public long length() {
        return HEADER.length + blocks * BLOCK_HEADER + plain.length() + TRAILER;
    }

    @Override
    public void fill(long position, byte[] buffer, int offset, int count) {
        int done = 0;
        while (done < count) {
            done += part(position + done, buffer, offset + done, count - done);
        }
    }

    /** Fills what belongs together at a position, and returns its length. */
    private int part(long position, byte[] buffer, int offset, int most) {
        long trailer = length() - TRAILER;
        if (position < HEADER.length) {
            return copy(HEADER, (int) position, buffer, offset, most);
        }
        if (position >= trailer) {
            return copy(trailer(), (int) (position - trailer), buffer, offset, most);
        }
        long block = (position - HEADER.length) / (BLOCK + BLOCK_HEADER);
        int within = (int) ((position - HEADER.length) % (BLOCK + BLOCK_HEADER));
        if (within < BLOCK_HEADER) {
            return copy(header(block), within, buffer, offset, most);
        }
        int count = Math.min(most, size(block) - (within - BLOCK_HEADER));
        plain.fill(block * BLOCK + within - BLOCK_HEADER, buffer, offset, count);
        return count;
    }

    private static int copy(byte[] source, int from, byte[] buffer, int offset, int most) {
        int count = Math.min(most, source.length - from);
        System.arraycopy(source, from, buffer, offset, count);
        return count;
    }

    private int size(long block) {
        return (int) Math.min(BLOCK, plain.length() - block * BLOCK);
    }

    private byte[] header(long block) {
        int size = size(block);
        return ByteBuffer.allocate(BLOCK_HEADER)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put((byte) (block == blocks - 1 ? 1 : 0))
                .putShort((short) size)
                .putShort((short) ~size)
                .array();
    }

    private byte[] trailer() {
        return ByteBuffer.allocate(TRAILER)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(CHECKSUMS.computeIfAbsent(plain, _ -> checksum()))
                .putInt((int) plain.length())
                .array();
    }

    private int checksum() {
        CRC32 crc = new CRC32();
        byte[] buffer = new byte[65_536];
        for (long at = 0; at < plain.length(); at += buffer.length) {
            int count = (int) Math.min(buffer.length, plain.length() - at);
            plain.fill(at, buffer, 0, count);
            crc.update(buffer, 0, count);
        }
        return (int) crc.getValue();
    }
}
