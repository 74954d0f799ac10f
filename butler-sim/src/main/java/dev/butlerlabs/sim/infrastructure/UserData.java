package dev.butlerlabs.sim.infrastructure;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;

/** User data as a machine reads it. */
public final class UserData {
    private static final byte[] GZIP = {0x1f, (byte) 0x8b};

    private UserData() {}

    /** The text of what was handed over; packed text is unpacked, and what cannot be is read as it is. */
    public static String text(byte[] bytes) {
        boolean packed = bytes.length > GZIP.length && bytes[0] == GZIP[0] && bytes[1] == GZIP[1];
        return new String(packed ? unpacked(bytes) : bytes, StandardCharsets.UTF_8);
    }

    private static byte[] unpacked(byte[] bytes) {
        try (GZIPInputStream stream = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
            return stream.readAllBytes();
        } catch (IOException damaged) {
            return bytes;
        }
    }
}
