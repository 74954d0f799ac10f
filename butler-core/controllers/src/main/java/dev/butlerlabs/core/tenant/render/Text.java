package dev.butlerlabs.core.tenant.render;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/** Handles texts of resources, where an empty text means a missing one. */
final class Text {
    private Text() {}

    static Optional<String> given(String text) {
        return Optional.ofNullable(text).filter(value -> !value.isBlank());
    }

    static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
