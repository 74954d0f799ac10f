package dev.butlerlabs.core.provider.aws;

import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;

/** Encodes user data for EC2: as is, or compressed if it would be too large. Talos reads both. */
final class UserDataEncoder {
    private static final int LARGEST = 16 * 1024;

    private UserDataEncoder() {}

    static byte[] of(SensitiveText text) {
        byte[] plain = text.value().getBytes(StandardCharsets.UTF_8);
        if (plain.length <= LARGEST) {
            return plain;
        }
        byte[] packed = packed(plain);
        if (packed.length > LARGEST) {
            throw new ButlerException(
                    ErrorCode.INVALID_INPUT,
                    "The machine configuration has %d bytes, %d compressed; EC2 accepts %d bytes of user data."
                            .formatted(plain.length, packed.length, LARGEST),
                    "Shorten the configuration patches, or set talos.configDelivery: maintenance.");
        }
        return packed;
    }

    private static byte[] packed(byte[] plain) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream stream = new GZIPOutputStream(packed)) {
            stream.write(plain);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write to memory", e);
        }
        return packed.toByteArray();
    }
}
