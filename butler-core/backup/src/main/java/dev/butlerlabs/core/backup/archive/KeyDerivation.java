package dev.butlerlabs.core.backup.archive;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Objects;

/**
 * The public parameters of a key derivation. The salt is random for every backup, so that no two backups have the same key.
 *
 * @param iterations of PBKDF2; 0 for a key file
 * @param salt in hexadecimal digits
 */
public record KeyDerivation(KeySource source, int iterations, String salt) {
    /** The iterations of new backups, as OWASP recommends for PBKDF2 with SHA-256. */
    static final int ITERATIONS = 600_000;

    /** Limits the time that a manipulated header can cost. */
    private static final int MAX_ITERATIONS = 20_000_000;

    static final int SALT_BYTES = 32;

    public KeyDerivation {
        Objects.requireNonNull(source, "source");
        boolean fits = source == KeySource.PASSPHRASE ? iterations > 0 : iterations == 0;
        if (!fits || iterations > MAX_ITERATIONS || HexFormat.of().parseHex(salt).length != SALT_BYTES) {
            throw new IllegalArgumentException("key derivation parameters out of range");
        }
    }

    static KeyDerivation create(KeySource source, SecureRandom random) {
        byte[] salt = new byte[SALT_BYTES];
        random.nextBytes(salt);
        return new KeyDerivation(
                source,
                source == KeySource.PASSPHRASE ? ITERATIONS : 0,
                HexFormat.of().formatHex(salt));
    }

    byte[] saltBytes() {
        return HexFormat.of().parseHex(salt);
    }
}
