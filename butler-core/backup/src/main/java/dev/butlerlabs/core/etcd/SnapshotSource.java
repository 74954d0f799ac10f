package dev.butlerlabs.core.etcd;

import java.io.IOException;
import java.nio.ByteBuffer;

/** The bytes of a snapshot, at any position. */
public interface SnapshotSource {
    /** Returns the number of bytes. */
    long size() throws IOException;

    /**
     * Fills the target with the bytes from a position on.
     *
     * @throws IOException if they cannot be read, or the source is shorter
     */
    void read(long position, ByteBuffer target) throws IOException;

    /** Returns a source of the given bytes, which must not be modified afterwards. */
    static SnapshotSource of(byte[] content) {
        return new SnapshotSource() {
            @Override
            public long size() {
                return content.length;
            }

            @Override
            public void read(long position, ByteBuffer target) throws IOException {
                if (position < 0 || position + target.remaining() > content.length) {
                    throw new IOException("byte %d is beyond the end".formatted(position + target.remaining()));
                }
                target.put(content, (int) position, target.remaining());
            }
        };
    }
}
