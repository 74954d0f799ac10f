package dev.butlerlabs.core.backup.archive;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Objects;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

/** The passphrase or the key file that protects backups. Its text form does not contain the secret. Immutable. */
public final class BackupKey {
    /** The size of a key file. */
    public static final int KEY_FILE_BYTES = 32;

    private static final int KEY_BITS = 256;
    private static final String HMAC = "HmacSHA256";

    private final KeySource source;
    private final byte[] secret;

    private BackupKey(KeySource source, byte[] secret) {
        this.source = source;
        this.secret = secret;
    }

    /**
     * Returns the key of a passphrase.
     *
     * @throws IllegalArgumentException if the passphrase is empty
     */
    public static BackupKey passphrase(String passphrase) {
        if (passphrase.isEmpty()) {
            throw new IllegalArgumentException("empty passphrase");
        }
        return new BackupKey(KeySource.PASSPHRASE, passphrase.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Returns the key of the content of a key file.
     *
     * @throws IllegalArgumentException if it does not have 32 bytes
     */
    public static BackupKey keyFile(byte[] content) {
        if (content.length != KEY_FILE_BYTES) {
            throw new IllegalArgumentException(
                    "a key file has %d bytes, not %d".formatted(KEY_FILE_BYTES, content.length));
        }
        return new BackupKey(KeySource.KEY_FILE, content.clone());
    }

    public KeySource source() {
        return source;
    }

    KeyDerivation newDerivation(SecureRandom random) {
        return KeyDerivation.create(source, random);
    }

    /**
     * Derives the keys of one backup.
     *
     * @throws IllegalArgumentException if the backup has another source of the key
     */
    ArchiveKeys derive(KeyDerivation derivation) {
        if (derivation.source() != source) {
            throw new IllegalArgumentException("the backup was not encrypted with a " + source.word());
        }
        try {
            byte[] input = source == KeySource.PASSPHRASE ? stretched(derivation) : secret;
            return new ArchiveKeys(
                    expanded(input, derivation, "butler-backup encryption", "AES"),
                    expanded(input, derivation, "butler-backup header", HMAC));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java runtime has these algorithms", e);
        }
    }

    private byte[] stretched(KeyDerivation derivation) throws GeneralSecurityException {
        char[] characters = new String(secret, StandardCharsets.UTF_8).toCharArray();
        PBEKeySpec spec = new PBEKeySpec(characters, derivation.saltBytes(), derivation.iterations(), KEY_BITS);
        try {
            return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
                    .generateSecret(spec)
                    .getEncoded();
        } finally {
            spec.clearPassword();
        }
    }

    private static SecretKey expanded(byte[] input, KeyDerivation derivation, String purpose, String algorithm)
            throws GeneralSecurityException {
        return new SecretKeySpec(
                hkdf(input, derivation.saltBytes(), purpose.getBytes(StandardCharsets.US_ASCII)), algorithm);
    }

    /** Computes 32 bytes with HKDF-SHA256 (RFC 5869). */
    static byte[] hkdf(byte[] input, byte[] salt, byte[] info) throws GeneralSecurityException {
        byte[] extracted = hmac(salt, input);
        byte[] block = Arrays.copyOf(info, info.length + 1);
        block[info.length] = 1;
        return hmac(extracted, block);
    }

    private static byte[] hmac(byte[] key, byte[] message) throws GeneralSecurityException {
        Mac mac = Mac.getInstance(HMAC);
        mac.init(new SecretKeySpec(key, HMAC));
        return mac.doFinal(message);
    }

    record ArchiveKeys(SecretKey encryption, SecretKey header) {
        ArchiveKeys {
            Objects.requireNonNull(encryption, "encryption");
            Objects.requireNonNull(header, "header");
        }

        @Override
        public String toString() {
            return "ArchiveKeys[hidden]";
        }
    }

    @Override
    public String toString() {
        return "BackupKey[" + source.word() + "]";
    }
}
