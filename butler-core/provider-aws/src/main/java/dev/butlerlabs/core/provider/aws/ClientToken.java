package dev.butlerlabs.core.provider.aws;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/**
 * The idempotency token of a request to create an instance.
 *
 * <p>EC2 remembers a token for more than a day after its instance was terminated, and returns the terminated instance. The token
 * is therefore derived from all values of the request and from the terminated instances returned so far: repeating the request is
 * the same attempt until EC2 reports that the attempt is over. EC2 rejects a token that is reused with other values; these tokens
 * differ.
 */
record ClientToken(String value) {
    static ClientToken first(LaunchRequestFactory launch) {
        return new ClientToken(digest(launch.values()));
    }

    /** Returns the token of the next attempt after the instance of this one was terminated. */
    ClientToken after(String endedInstance) {
        return new ClientToken(digest(List.of(value, endedInstance)));
    }

    /** Returns 64 characters, the maximum of EC2. */
    private static String digest(List<String> values) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (String text : values) {
                byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
                digest.update((bytes.length + ":").getBytes(StandardCharsets.UTF_8));
                digest.update(bytes);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
