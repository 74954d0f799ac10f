package dev.butlerlabs.core.talos.client;

import java.io.ByteArrayInputStream;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses certificates and keys in PEM, as in a talosconfig. */
final class PemText {
    private static final Pattern BLOCK = Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([^-]*)-----END \\1-----");

    /** Talos uses both labels for PKCS#8. */
    private static final List<String> KEY_LABELS = List.of("ED25519 PRIVATE KEY", "PRIVATE KEY");

    private static final List<String> KEY_KINDS = List.of("Ed25519", "EC", "RSA");

    private PemText() {}

    static List<X509Certificate> certificates(String text) throws UnreadableException {
        List<X509Certificate> certificates = new ArrayList<>();
        for (Block block : blocks(text)) {
            if (!block.label().equals("CERTIFICATE")) {
                throw new UnreadableException("contains " + block.label() + " instead of a certificate", null);
            }
            certificates.add(certificate(block));
        }
        return certificates;
    }

    private static X509Certificate certificate(Block block) throws UnreadableException {
        try {
            return (X509Certificate) CertificateFactory.getInstance("X.509")
                    .generateCertificate(new ByteArrayInputStream(block.content()));
        } catch (CertificateException e) {
            throw new UnreadableException("is not a valid certificate", e);
        }
    }

    static PrivateKey key(String text) throws UnreadableException {
        Block block = blocks(text).getFirst();
        if (!KEY_LABELS.contains(block.label())) {
            throw new UnreadableException("contains " + block.label() + " instead of a private key", null);
        }
        return KEY_KINDS.stream()
                .flatMap(kind -> key(kind, block).stream())
                .findFirst()
                .orElseThrow(() -> new UnreadableException("is not a valid private key", null));
    }

    private static Optional<PrivateKey> key(String kind, Block block) {
        try {
            return Optional.of(KeyFactory.getInstance(kind).generatePrivate(new PKCS8EncodedKeySpec(block.content())));
        } catch (GeneralSecurityException anotherKind) {
            return Optional.empty();
        }
    }

    private static List<Block> blocks(String text) throws UnreadableException {
        List<Block> blocks = new ArrayList<>();
        Matcher matcher = BLOCK.matcher(text);
        while (matcher.find()) {
            blocks.add(block(matcher.group(1), matcher.group(2)));
        }
        if (blocks.isEmpty()) {
            throw new UnreadableException(
                    text.contains("-----BEGIN ") ? "is a truncated or damaged PEM block" : "is not PEM", null);
        }
        return blocks;
    }

    private static Block block(String label, String body) throws UnreadableException {
        try {
            return new Block(label, Base64.getMimeDecoder().decode(body));
        } catch (IllegalArgumentException e) {
            throw new UnreadableException("is a truncated or damaged PEM block", e);
        }
    }

    /** Holds the content, which is read once and never modified. */
    private static final class Block {
        private final String label;
        private final byte[] content;

        Block(String label, byte[] content) {
            this.label = label;
            this.content = content;
        }

        String label() {
            return label;
        }

        byte[] content() {
            return content;
        }
    }

    /** A text that is not valid. The message is a predicate without a subject. */
    static final class UnreadableException extends Exception {
        private static final long serialVersionUID = 1L;

        UnreadableException(String sentence, Throwable cause) {
            super(sentence, cause);
        }
    }
}
