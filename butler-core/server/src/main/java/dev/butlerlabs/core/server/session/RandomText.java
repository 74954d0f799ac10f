package dev.butlerlabs.core.server.session;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.random.RandomGenerator;

/** Unpredictable identifiers. Thread-safe. */
public final class RandomText {
    private static final int BYTES = 32;
    private static final RandomGenerator RANDOM = new SecureRandom();

    private RandomText() {}

    /** Returns 256 random bits as text that is safe in URLs and cookies. */
    public static String create() {
        byte[] bytes = new byte[BYTES];
        RANDOM.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** Compares two texts in a time that does not depend on where they differ. */
    public static boolean isEqual(String known, String sent) {
        return MessageDigest.isEqual(known.getBytes(StandardCharsets.UTF_8), sent.getBytes(StandardCharsets.UTF_8));
    }
}
