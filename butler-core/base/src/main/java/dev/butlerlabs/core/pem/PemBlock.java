package dev.butlerlabs.core.pem;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A block of PEM (RFC 7468): a label and binary content, which is usually DER. Text between blocks is ignored; a block itself must be
 * complete and its content valid base64. Immutable. {@link #toString} does not contain the content, which can be a private key.
 */
public final class PemBlock {
    public static final String CERTIFICATE = "CERTIFICATE";

    private static final int LINE_LENGTH = 64;
    private static final String BEGIN = "-----BEGIN ";
    private static final String DAMAGED = "is a truncated or damaged PEM block";
    private static final Pattern FORM =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----\\s*?\\n([A-Za-z0-9+/=\\s]*+)-----END \\1-----");
    private static final Pattern WHITESPACE = Pattern.compile("\\s+");

    private final String label;
    private final byte[] content;

    /**
     * Creates a block.
     *
     * @param label such as CERTIFICATE
     */
    public PemBlock(String label, byte[] content) {
        this.label = Objects.requireNonNull(label, "label");
        this.content = content.clone();
    }

    /**
     * Parses all blocks of a text, at least one.
     *
     * @throws PemFormatException if the text contains no block or one that is incomplete or damaged
     */
    public static List<PemBlock> parseAll(String text) throws PemFormatException {
        List<PemBlock> blocks = new ArrayList<>();
        Matcher form = FORM.matcher(text);
        for (int begin = text.indexOf(BEGIN); begin >= 0; begin = text.indexOf(BEGIN, form.end())) {
            blocks.add(parse(form.region(begin, text.length())));
        }
        if (blocks.isEmpty()) {
            throw notPem(text);
        }
        return blocks;
    }

    /**
     * Parses the first block of a text and ignores what follows it.
     *
     * @throws PemFormatException if the text contains no block, or if the first one is incomplete or damaged
     */
    public static PemBlock parseFirst(String text) throws PemFormatException {
        int begin = text.indexOf(BEGIN);
        if (begin < 0) {
            throw notPem(text);
        }
        return parse(FORM.matcher(text).region(begin, text.length()));
    }

    private static PemFormatException notPem(String text) {
        return new PemFormatException(text.isBlank() ? "is empty" : "is not PEM");
    }

    private static PemBlock parse(Matcher form) throws PemFormatException {
        if (!form.lookingAt()) {
            throw new PemFormatException(DAMAGED);
        }
        try {
            String base64 = WHITESPACE.matcher(form.group(2)).replaceAll("");
            return new PemBlock(form.group(1), Base64.getDecoder().decode(base64));
        } catch (IllegalArgumentException e) {
            throw new PemFormatException(DAMAGED, e);
        }
    }

    /** Returns the label, such as CERTIFICATE. */
    public String label() {
        return label;
    }

    /** Returns a copy of the content. */
    public byte[] content() {
        return content.clone();
    }

    /** Returns the block as text, with lines of 64 characters and a line break at the end. */
    public String text() {
        Base64.Encoder encoder = Base64.getMimeEncoder(LINE_LENGTH, "\n".getBytes(StandardCharsets.US_ASCII));
        return "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(label, encoder.encodeToString(content), label);
    }

    @Override
    public String toString() {
        return "PemBlock[" + label + "]";
    }
}
