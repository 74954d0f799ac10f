package dev.butlerlabs.sim.factory;

import java.nio.charset.StandardCharsets;

/** Content of any length, computed from a seed. It starts like a qcow2 file. */
record GeneratedContent(String seed, long length) implements ArtifactContent {
    private static final byte[] MAGIC = {'Q', 'F', 'I', (byte) 0xfb};
    private static final long GOLDEN = 0x9e3779b97f4a7c15L;

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
    public void fill(long position, byte[] buffer, int offset, int count) {
        long start = hash(seed);
        long block = 0;
        for (int i = 0; i < count; i++) {
            long at = position + i;
            if (i == 0 || (at & 7) == 0) {
                block = mix(start + (at >>> 3) * GOLDEN);
            }
            buffer[offset + i] = at < MAGIC.length ? MAGIC[(int) at] : (byte) (block >>> ((at & 7) << 3));
        }
    }
}
