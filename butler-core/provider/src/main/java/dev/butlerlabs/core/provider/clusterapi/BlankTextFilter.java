package dev.butlerlabs.core.provider.clusterapi;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/** Handles texts of resources, where an empty text means a missing one. */
public final class BlankTextFilter {
    private BlankTextFilter() {}

    public static Optional<String> given(String text) {
        return Optional.ofNullable(text).filter(value -> !value.isBlank());
    }

    public static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
