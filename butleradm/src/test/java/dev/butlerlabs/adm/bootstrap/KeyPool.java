package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.talos.secrets.SecretsBundle;
import dev.butlerlabs.core.talos.secrets.SecretsGenerator;
import dev.butlerlabs.core.version.VersionContract;
import java.nio.charset.StandardCharsets;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/** Secrets of which all is new each time but the one key that takes seconds to make; that one is short, and there is one of it. */
final class KeyPool {
    private static final int SHORT = 2048;
    private static final int LINE = 64;
    private static final String KEY = shortKey();

    private KeyPool() {}

    private static String shortKey() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(SHORT);
            byte[] key = generator.generateKeyPair().getPrivate().getEncoded();
            Base64.Encoder lines = Base64.getMimeEncoder(LINE, "\n".getBytes(StandardCharsets.US_ASCII));
            return "-----BEGIN PRIVATE KEY-----\n%s\n-----END PRIVATE KEY-----\n".formatted(lines.encodeToString(key));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java knows RSA", e);
        }
    }

    /** Whether it is there; made when first asked, so better before somebody waits for it. */
    static boolean isFilled() {
        return !KEY.isEmpty();
    }

    static SecretsBundle secrets(SecretsGenerator generator, VersionContract contract) {
        return generator.generate(contract, KEY);
    }
}
