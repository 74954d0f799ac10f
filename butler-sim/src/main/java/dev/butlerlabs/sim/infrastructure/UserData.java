package dev.butlerlabs.sim.infrastructure;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;

/** Decodes user data as machines do. */
public final class UserData {
    private static final byte[] GZIP = {0x1f, (byte) 0x8b};

    private UserData() {}

    /** Returns the text of user data. Gzip content is decompressed; corrupt gzip content is returned unchanged. */
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
