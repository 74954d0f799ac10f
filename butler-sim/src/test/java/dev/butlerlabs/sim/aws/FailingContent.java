package dev.butlerlabs.sim.aws;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Content whose source fails after some bytes. */
final class FailingContent extends FilterInputStream {
    private long left;

    FailingContent(InputStream content, long bytes) {
        super(content);
        this.left = bytes;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (left <= 0) {
            throw new IOException("the source failed");
        }
        int read = super.read(bytes, offset, (int) Math.min(length, left));
        left -= Math.max(0, read);
        return read;
    }
}
