package dev.butlerlabs.core.provider.aws;

import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;

/** User data as EC2 takes it: as it is, or packed where that is needed to find room. Talos reads both. */
final class UserDataBytes {
    private static final int LARGEST = 16 * 1024;

    private UserDataBytes() {}

    static byte[] of(SensitiveText text) {
        byte[] plain = text.value().getBytes(StandardCharsets.UTF_8);
        if (plain.length <= LARGEST) {
            return plain;
        }
        byte[] packed = packed(plain);
        if (packed.length > LARGEST) {
            throw new ButlerException(
                    ErrorCode.INVALID_INPUT,
                    "The machine configuration has %d bytes, and %d when packed; EC2 takes %d as user data."
                            .formatted(plain.length, packed.length, LARGEST),
                    "Shorten the configuration patches, or choose talos.configDelivery: maintenance.");
        }
        return packed;
    }

    private static byte[] packed(byte[] plain) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream stream = new GZIPOutputStream(packed)) {
            stream.write(plain);
        } catch (IOException e) {
            throw new UncheckedIOException("nothing is written but memory", e);
        }
        return packed.toByteArray();
    }
}
