package dev.butlerlabs.core.talos.client;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.PublicKey;
import java.util.Base64;
import java.util.List;

/**
 * The key fingerprint that a machine in maintenance mode shows on its console. It proves the identity of the machine.
 *
 * @param text standard base64 of the SHA-256 of the public key
 */
public record KeyFingerprint(String text) {
    private static final int BYTES = 32;

    public KeyFingerprint {
        if (!isDigest(text)) {
            throw ButlerException.invalid(
                    "Invalid fingerprint.",
                    List.of(new InputProblem(
                            "fingerprint",
                            "must be the base64 encoding of 32 bytes",
                            "copy it from the console of the machine")));
        }
    }

    static KeyFingerprint of(PublicKey key) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(key.getEncoded());
            return new KeyFingerprint(Base64.getEncoder().encodeToString(digest));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }

    private static boolean isDigest(String text) {
        try {
            return Base64.getDecoder().decode(text).length == BYTES;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
