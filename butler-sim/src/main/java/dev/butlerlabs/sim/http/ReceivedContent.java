package dev.butlerlabs.sim.http;

import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.function.IntConsumer;

/** Size and SHA-256 of a received image. The content itself is discarded. */
public record ReceivedContent(long bytes, String sha256) {
    private static final byte[] QCOW2 = {'Q', 'F', 'I', (byte) 0xfb};

    /**
     * Reads an image.
     *
     * @param length announced length; negative if unknown
     * @param progress receives the progress in percent
     * @throws IOException if it is shorter than announced or not in qcow2 format
     */
    public static ReceivedContent read(InputStream body, long length, IntConsumer progress) throws IOException {
        MessageDigest digest = sha();
        byte[] buffer = new byte[65_536];
        byte[] start = body.readNBytes(QCOW2.length);
        if (!Arrays.equals(start, QCOW2)) {
            throw new IOException("the content is not a qcow2 image");
        }
        digest.update(start);
        long bytes = start.length;
        for (int read = body.read(buffer); read >= 0; read = body.read(buffer)) {
            digest.update(buffer, 0, read);
            bytes += read;
            if (length > 0) {
                progress.accept((int) (bytes * 100 / length));
            }
        }
        if (length >= 0 && bytes != length) {
            throw new IOException("unexpected EOF: received %d of %d bytes".formatted(bytes, length));
        }
        return new ReceivedContent(bytes, HexFormat.of().formatHex(digest.digest()));
    }

    private static MessageDigest sha() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }
}
