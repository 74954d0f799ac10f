package dev.butlerlabs.sim.factory;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Content of any length, computed while it is read. The same seed gives the same bytes. It starts like a qcow2 file. */
final class GeneratedContent extends InputStream {
    private static final byte[] MAGIC = {'Q', 'F', 'I', (byte) 0xfb};
    private static final long GOLDEN = 0x9e3779b97f4a7c15L;

    private final long seed;
    private final long end;
    private long position;
    private long lastIndex = -1;
    private long lastBlock;

    /**
     * @param from position of the first byte
     * @param end position after the last byte
     */
    GeneratedContent(String seed, long from, long end) {
        this.seed = hash(seed);
        this.position = from;
        this.end = end;
    }

    @Override
    public void close() {
        // Nothing to release.
    }

    private static long hash(String text) {
        long hash = 1_125_899_906_842_597L;
        for (byte value : text.getBytes(StandardCharsets.UTF_8)) {
            hash = mix(hash ^ value);
        }
        return hash;
    }

    private static long mix(long value) {
        long mixed = (value ^ (value >>> 30)) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
        return mixed ^ (mixed >>> 31);
    }

    @Override
    public int read() {
        return position < end ? next() & 0xff : -1;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        if (position >= end) {
            return length == 0 ? 0 : -1;
        }
        int count = (int) Math.min(length, end - position);
        for (int i = 0; i < count; i++) {
            bytes[offset + i] = next();
        }
        return count;
    }

    private byte next() {
        long at = position++;
        return at < MAGIC.length ? MAGIC[(int) at] : (byte) (block(at >>> 3) >>> ((at & 7) << 3));
    }

    private long block(long index) {
        if (index != lastIndex) {
            lastIndex = index;
            lastBlock = mix(seed + index * GOLDEN);
        }
        return lastBlock;
    }
}
