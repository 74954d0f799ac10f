package dev.butlerlabs.core.image.archive;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** Finds the files in a tar archive, so that they can be read without unpacking it. */
final class ImageTarIndex {
    private static final int TYPE_OFFSET = 156;
    private static final int OCTAL = 8;

    private ImageTarIndex() {}

    /** The position of a file in the archive. */
    record Position(long offset, long bytes) {}

    /**
     * Reads the headers.
     *
     * @throws IOException if it is not a tar archive, or truncated
     */
    static Map<String, Position> read(FileChannel channel) throws IOException {
        Map<String, Position> files = new LinkedHashMap<>();
        long offset = 0;
        while (true) {
            byte[] header = header(channel, offset);
            if (header[0] == 0) {
                return files;
            }
            long bytes = size(header);
            offset += TarWriter.BLOCK;
            if (header[TYPE_OFFSET] == '0' || header[TYPE_OFFSET] == 0) {
                files.put(path(header), new Position(offset, bytes));
            }
            offset += bytes + TarWriter.padding(bytes);
        }
    }

    private static byte[] header(FileChannel channel, long offset) throws IOException {
        ByteBuffer header = ByteBuffer.allocate(TarWriter.BLOCK);
        while (header.hasRemaining()) {
            if (channel.read(header, offset + header.position()) < 0) {
                throw new EOFException("the archive ends after %d bytes".formatted(channel.size()));
            }
        }
        return header.array();
    }

    private static long size(byte[] header) throws IOException {
        String digits =
                text(header, TarWriter.SIZE_OFFSET, TarWriter.SIZE_LENGTH).strip();
        if (!digits.matches("[0-7]{1,11}")) {
            throw new IOException("it is not a tar archive");
        }
        return Long.parseLong(digits, OCTAL);
    }

    private static String path(byte[] header) {
        String name = text(header, 0, TarWriter.NAME_LENGTH);
        String prefix = text(header, TarWriter.PREFIX_OFFSET, TarWriter.PREFIX_LENGTH);
        return (prefix.isEmpty() ? name : prefix + "/" + name).replaceFirst("^\\./", "");
    }

    private static String text(byte[] header, int offset, int length) {
        int end = offset;
        while (end < offset + length && header[end] != 0) {
            end++;
        }
        return new String(header, offset, end - offset, StandardCharsets.US_ASCII);
    }
}
