package dev.butlerlabs.core.talos.secrets;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A PEM block.
 *
 * @param label such as CERTIFICATE
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record TalosPemBlock(String label, byte[] content) {
    private static final Pattern FORM = Pattern.compile(
            "\\s*-----BEGIN ([A-Z0-9 ]+)-----\\s*?\\n([A-Za-z0-9+/=\\s]*)-----END \\1-----\\s*", Pattern.DOTALL);

    /** Parses the first block of a text. */
    static TalosPemBlock parse(String text) throws UnreadableException {
        if (text.isBlank()) {
            throw new UnreadableException("is empty");
        }
        Matcher form = FORM.matcher(text);
        if (!form.lookingAt()) {
            throw new UnreadableException(
                    text.contains("-----BEGIN ") ? "is a truncated or damaged PEM block" : "is not PEM");
        }
        try {
            return new TalosPemBlock(form.group(1), Base64.getMimeDecoder().decode(form.group(2)));
        } catch (IllegalArgumentException e) {
            throw new UnreadableException("is a truncated or damaged PEM block", e);
        }
    }

    String text() {
        Base64.Encoder encoder = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII));
        return "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(label, encoder.encodeToString(content), label);
    }

    @Override
    public String toString() {
        return "Pem[" + label + "]";
    }

    /** A text that is not a valid key or certificate. The message is a predicate without a subject. */
    static final class UnreadableException extends Exception {
        private static final long serialVersionUID = 1L;

        UnreadableException(String sentence) {
            super(sentence);
        }

        UnreadableException(String sentence, Throwable cause) {
            super(sentence, cause);
        }
    }
}
