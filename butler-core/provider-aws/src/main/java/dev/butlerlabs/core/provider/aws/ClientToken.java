package dev.butlerlabs.core.provider.aws;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/**
 * The word by which EC2 knows a request to make an instance again, so that asking twice makes one.
 *
 * <p>EC2 remembers a token for a day and more after its instance has ended, and answers the ended instance. So a token is made from
 * everything that is asked, and from the ended instances it was answered with before: the same question is the same attempt until
 * EC2 itself says that the attempt is over. A token of other values cannot meet itself either, which EC2 would refuse.
 */
record ClientToken(String value) {
    static ClientToken first(Launch launch) {
        return new ClientToken(digest(launch.values()));
    }

    /** The token of the next attempt, when the instance of this one has ended. */
    ClientToken after(String endedInstance) {
        return new ClientToken(digest(List.of(value, endedInstance)));
    }

    /** Sixty-four characters, the most that EC2 takes. */
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
