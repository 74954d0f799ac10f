package dev.butlerlabs.core.talos.client;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;

/**
 * Unpacks the kubeconfig that a machine returns: a gzipped tar with one file. Talos does not terminate the tar, so only its first
 * entry is read.
 */
final class KubeconfigArchive {
    private static final int HEADER = 512;
    private static final int SIZE_OFFSET = 124;
    private static final int SIZE_LENGTH = 12;
    private static final int LARGEST = 4 * 1024 * 1024;

    private KubeconfigArchive() {}

    static String read(NodeAddress node, byte[] archive) {
        try (InputStream tar = new GZIPInputStream(new ByteArrayInputStream(archive))) {
            byte[] header = tar.readNBytes(HEADER);
            int size = size(header);
            byte[] content = tar.readNBytes(size);
            if (content.length < size) {
                throw new IOException("unexpected end of data");
            }
            return new String(content, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new ButlerException(
                    ErrorCode.UNREACHABLE,
                    "Cannot unpack the kubeconfig of %s: %s.".formatted(node, e.getMessage()),
                    e);
        }
    }

    private static int size(byte[] header) throws IOException {
        if (header.length < HEADER) {
            throw new IOException("unexpected end of data");
        }
        String octal = new String(header, SIZE_OFFSET, SIZE_LENGTH, StandardCharsets.US_ASCII)
                .replace('\0', ' ')
                .strip();
        if (!octal.matches("[0-7]{1,11}")) {
            throw new IOException("not a tar archive");
        }
        long size = Long.parseLong(octal, 8);
        if (size > LARGEST) {
            throw new IOException("too large");
        }
        return (int) size;
    }
}
