package dev.butlerlabs.core.etcd;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Objects;

/** Reads a snapshot from its start to its end, so that it is never in memory as a whole. Not thread-safe. */
public final class SnapshotInputStream extends InputStream {
    private final SnapshotSource snapshot;
    private final long size;
    private long position;

    public SnapshotInputStream(SnapshotSource snapshot) throws IOException {
        this.snapshot = snapshot;
        this.size = snapshot.size();
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, target.length);
        if (length == 0) {
            return 0;
        }
        if (position >= size) {
            return -1;
        }
        int count = (int) Math.min(length, size - position);
        snapshot.read(position, ByteBuffer.wrap(target, offset, count));
        position += count;
        return count;
    }
}
