package dev.butlerlabs.core.addon;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;

/** Creates a tar archive of text files in the ustar format, without timestamps and owners. Not thread-safe. */
final class TarArchive {
    private static final int BLOCK = 512;
    private static final int LONGEST_NAME = 100;
    private static final int CHECKSUM_OFFSET = 148;
    private static final int CHECKSUM_LENGTH = 8;

    private final ByteArrayOutputStream content = new ByteArrayOutputStream();

    /** Adds a file; paths have up to 100 characters. */
    void add(String path, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        content.writeBytes(header(path, bytes.length));
        content.writeBytes(bytes);
        content.writeBytes(new byte[(BLOCK - bytes.length % BLOCK) % BLOCK]);
    }

    private static byte[] header(String path, int size) {
        if (path.getBytes(StandardCharsets.UTF_8).length > LONGEST_NAME) {
            throw new IllegalArgumentException("path is too long for a tar archive: " + path);
        }
        byte[] header = new byte[BLOCK];
        put(header, 0, path);
        put(header, LONGEST_NAME, "0000644\0" + "0000000\0" + "0000000\0");
        put(header, 124, "%011o\0%011o\0".formatted(size, 0));
        put(header, CHECKSUM_OFFSET, " ".repeat(CHECKSUM_LENGTH));
        put(header, 156, "0");
        put(header, 257, "ustar\00000");
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

    /** Returns the archive compressed with gzip. */
    byte[] compressed() {
        ByteArrayOutputStream result = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(result)) {
            content.writeTo(gzip);
            gzip.write(new byte[2 * BLOCK]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return result.toByteArray();
    }
}
