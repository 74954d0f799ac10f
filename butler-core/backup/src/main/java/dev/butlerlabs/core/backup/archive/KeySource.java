package dev.butlerlabs.core.backup.archive;

import java.util.Arrays;

/** What the key of a backup is derived from. */
public enum KeySource {
    PASSPHRASE("passphrase", "PBKDF2-HMAC-SHA256+HKDF-SHA256"),
    KEY_FILE("keyFile", "HKDF-SHA256");

    private final String word;
    private final String kdf;

    KeySource(String word, String kdf) {
        this.word = word;
        this.kdf = kdf;
    }

    static KeySource of(String word) {
        return Arrays.stream(values())
                .filter(source -> source.word.equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown source of the key"));
    }

    /** Returns the name in the header. */
    public String word() {
        return word;
    }

    String kdf() {
        return kdf;
    }
}
