package dev.butlerlabs.core.provider.azure;

import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Encodes user data as custom data, which Talos reads at the first boot. */
final class CustomDataEncoder {
    private static final int LARGEST = 64 * 1024;

    private CustomDataEncoder() {}

    static String of(SensitiveText text) {
        String encoded = Base64.getEncoder().encodeToString(text.value().getBytes(StandardCharsets.UTF_8));
        if (encoded.length() > LARGEST) {
            throw new ButlerException(
                    ErrorCode.INVALID_INPUT,
                    "The machine configuration has %d bytes in Base64; Azure accepts %d bytes of custom data."
                            .formatted(encoded.length(), LARGEST),
                    "Shorten the configuration patches, or set talos.configDelivery: maintenance.");
        }
        return encoded;
    }
}
