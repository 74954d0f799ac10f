package dev.butlerlabs.core.embedded.store;

import java.nio.charset.StandardCharsets;

/** Size limits of keys and values: far above those of the API, and far below the capacity of a frame. */
final class StoreLimits {
    private static final int MOST_KEY_CHARACTERS = 16 << 10;
    private static final int MOST_VALUE_BYTES = 32 << 20;

    private StoreLimits() {}

    static String checkKey(String key) {
        if (key.isEmpty() || key.length() > MOST_KEY_CHARACTERS) {
            throw new IllegalArgumentException("a key must have 1 to " + MOST_KEY_CHARACTERS + " characters");
        }
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(key)) {
            throw new IllegalArgumentException("a key must be valid Unicode");
        }
        return key;
    }

    static StoreEntry check(StoreEntry entry) {
        if (entry.value().length > MOST_VALUE_BYTES) {
            throw new IllegalArgumentException("a value must not exceed " + MOST_VALUE_BYTES + " bytes");
        }
        return entry;
    }
}
