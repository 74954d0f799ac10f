package dev.butlerlabs.core.talos.client;

import dev.butlerlabs.core.pem.PemBlock;
import dev.butlerlabs.core.pem.PemFormatException;
import java.io.ByteArrayInputStream;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Parses certificates and keys in PEM, as in a talosconfig. */
final class PemText {
    /** Talos uses both labels for PKCS#8. */
    private static final List<String> KEY_LABELS = List.of("ED25519 PRIVATE KEY", "PRIVATE KEY");

    private static final List<String> KEY_KINDS = List.of("Ed25519", "EC", "RSA");

    private PemText() {}

    static List<X509Certificate> certificates(String text) throws PemFormatException {
        List<X509Certificate> certificates = new ArrayList<>();
        for (PemBlock block : PemBlock.parseAll(text)) {
            if (!block.label().equals(PemBlock.CERTIFICATE)) {
                throw new PemFormatException("contains " + block.label() + " instead of a certificate");
            }
            certificates.add(certificate(block));
        }
        return certificates;
    }

    private static X509Certificate certificate(PemBlock block) throws PemFormatException {
        try {
            return (X509Certificate) CertificateFactory.getInstance("X.509")
                    .generateCertificate(new ByteArrayInputStream(block.content()));
        } catch (CertificateException e) {
            throw new PemFormatException("is not a valid certificate", e);
        }
    }

    static PrivateKey key(String text) throws PemFormatException {
        PemBlock block = PemBlock.parseAll(text).getFirst();
        if (!KEY_LABELS.contains(block.label())) {
            throw new PemFormatException("contains " + block.label() + " instead of a private key");
        }
        return KEY_KINDS.stream()
                .flatMap(kind -> key(kind, block).stream())
                .findFirst()
                .orElseThrow(() -> new PemFormatException("is not a valid private key"));
    }

    private static Optional<PrivateKey> key(String kind, PemBlock block) {
        try {
            return Optional.of(KeyFactory.getInstance(kind).generatePrivate(new PKCS8EncodedKeySpec(block.content())));
        } catch (GeneralSecurityException anotherKind) {
            return Optional.empty();
        }
    }
}
