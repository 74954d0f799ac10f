package dev.butlerlabs.core.embedded.identity;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Reads and writes a single PEM block. */
final class PemBlock {
    private PemBlock() {}

    static String write(String label, byte[] content) {
        Base64.Encoder encoder = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII));
        return "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(label, encoder.encodeToString(content), label);
    }

    static byte[] read(String text) {
        String base64 = text.lines().filter(line -> !line.startsWith("-----")).reduce("", String::concat);
        return Base64.getDecoder().decode(base64);
    }
}
