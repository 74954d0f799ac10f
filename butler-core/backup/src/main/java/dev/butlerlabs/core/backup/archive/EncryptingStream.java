package dev.butlerlabs.core.backup.archive;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Objects;

/** Encrypts a stream in chunks. {@link #finish} writes the last chunk; without it, the result is not a valid backup. Not thread-safe. */
final class EncryptingStream extends OutputStream {
    private final OutputStream target;
    private final ChunkCipher cipher;
    private final byte[] chunk = new byte[ChunkCipher.CHUNK_BYTES];
    private int filled;
    private long position;
    private boolean isFinished;

    EncryptingStream(OutputStream target, ChunkCipher cipher) {
        this.target = target;
        this.cipher = cipher;
    }

    @Override
    public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        int from = offset;
        int left = length;
        while (left > 0) {
            // A full chunk is written only when more follows, because the last one is sealed differently.
            if (filled == chunk.length) {
                target.write(cipher.seal(position++, false, chunk, filled));
                filled = 0;
            }
            int count = Math.min(left, chunk.length - filled);
            System.arraycopy(bytes, from, chunk, filled, count);
            filled += count;
            from += count;
            left -= count;
        }
    }

    void finish() throws IOException {
        if (!isFinished) {
            isFinished = true;
            target.write(cipher.seal(position, true, chunk, filled));
        }
    }
}
