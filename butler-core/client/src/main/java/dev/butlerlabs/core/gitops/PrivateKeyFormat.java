package dev.butlerlabs.core.gitops;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Recognizes private keys that Flux cannot use. Messages never contain the key. */
final class PrivateKeyFormat {
    private static final Pattern KEY =
            Pattern.compile("-----BEGIN ([A-Z ]*)PRIVATE KEY-----(.*?)-----END \\1PRIVATE KEY-----", Pattern.DOTALL);
    private static final byte[] OPENSSH = "openssh-key-v1\0".getBytes(StandardCharsets.US_ASCII);
    private static final int LONGEST_CIPHER = 64;

    private PrivateKeyFormat() {}

    /** Returns why a text is not a usable private key; empty if it is one. */
    static Optional<String> problem(String text) {
        Matcher key = KEY.matcher(text);
        if (!key.find()) {
            return Optional.of("does not contain a private key");
        }
        boolean encrypted = key.group(1).startsWith("ENCRYPTED")
                || key.group(2).contains("ENCRYPTED")
                || (key.group(1).startsWith("OPENSSH") && isEncrypted(key.group(2)));
        return encrypted ? Optional.of("the private key has a passphrase") : Optional.empty();
    }

    /** The header of the OpenSSH format names the cipher; a key without a passphrase has the cipher none. */
    private static boolean isEncrypted(String body) {
        try {
            ByteBuffer header = ByteBuffer.wrap(Base64.getMimeDecoder().decode(body));
            header.position(OPENSSH.length);
            byte[] cipher = new byte[Math.min(header.getInt(), LONGEST_CIPHER)];
            header.get(cipher);
            return !new String(cipher, StandardCharsets.US_ASCII).equals("none");
        } catch (RuntimeException damaged) {
            // Flux reports a damaged key with its own message.
            return false;
        }
    }
}
