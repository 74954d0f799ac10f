package dev.butlerlabs.core.image.archive;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Writes a tar archive in the ustar format, without timestamps and owners. Memory use is constant. Not thread-safe. */
public final class TarWriter {
    static final int BLOCK = 512;
    static final int NAME_LENGTH = 100;
    static final int SIZE_OFFSET = 124;
    static final int SIZE_LENGTH = 12;
    static final int PREFIX_OFFSET = 345;
    static final int PREFIX_LENGTH = 155;
    /** The size has 11 octal digits. */
    private static final long LARGEST = (1L << 33) - 1;

    private static final int CHECKSUM_OFFSET = 148;
    private static final int CHECKSUM_LENGTH = 8;

    private final OutputStream out;

    public TarWriter(OutputStream out) {
        this.out = out;
    }

    /**
     * Adds a file.
     *
     * @throws IOException also if the content does not have the size, the path is too long, or the file is too large for the format
     */
    public void add(String path, long bytes, InputStream content) throws IOException {
        if (bytes > LARGEST) {
            throw new IOException("%s is larger than 8 GiB, the limit of tar archives".formatted(path));
        }
        out.write(header(path, bytes));
        long written = content.transferTo(out);
        if (written != bytes) {
            throw new IOException("%s has %d instead of %d bytes".formatted(path, written, bytes));
        }
        out.write(new byte[padding(bytes)]);
    }

    static int padding(long bytes) {
        return (int) ((BLOCK - bytes % BLOCK) % BLOCK);
    }

    /** Writes the end of the archive. */
    public void finish() throws IOException {
        out.write(new byte[2 * BLOCK]);
        out.flush();
    }

    private static byte[] header(String path, long bytes) throws IOException {
        int split = path.length() <= NAME_LENGTH ? -1 : path.lastIndexOf('/', PREFIX_LENGTH);
        if (path.length() - split - 1 > NAME_LENGTH) {
            throw new IOException("the path %s is too long for a tar archive".formatted(path));
        }
        byte[] header = new byte[BLOCK];
        put(header, 0, path.substring(split + 1));
        put(header, NAME_LENGTH, "0000644\0" + "0000000\0" + "0000000\0");
        put(header, SIZE_OFFSET, String.format(Locale.ROOT, "%011o\0%011o\0", bytes, 0));
        put(header, CHECKSUM_OFFSET, " ".repeat(CHECKSUM_LENGTH));
        put(header, 156, "0");
        put(header, 257, "ustar\00000");
        put(header, PREFIX_OFFSET, split < 0 ? "" : path.substring(0, split));
        put(header, CHECKSUM_OFFSET, String.format(Locale.ROOT, "%06o\0 ", checksum(header)));
        return header;
    }

    private static int checksum(byte[] header) {
        int sum = 0;
        for (byte value : header) {
            sum += Byte.toUnsignedInt(value);
        }
        return sum;
    }

    private static void put(byte[] header, int offset, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        System.arraycopy(bytes, 0, header, offset, bytes.length);
    }
}
