package dev.butlerlabs.core.webhook;

import dev.butlerlabs.core.pem.PemBlock;
import dev.butlerlabs.core.pem.PemFormatException;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Converts the certificates of the webhook to the data of a Secret and back. Pure functions. */
final class CertificateSecretCodec {
    private static final String AUTHORITIES = "ca.crt";
    private static final String AUTHORITY_KEY = "ca.key";
    private static final String SERVING = "tls.crt";
    private static final String SERVING_KEY = "tls.key";
    private static final String KEY_LABEL = "PRIVATE KEY";

    private CertificateSecretCodec() {}

    /** Returns the data in base64. */
    static Map<String, String> encode(WebhookCertificates certificates) {
        return Map.of(
                AUTHORITIES, base64(certificates.bundle()),
                AUTHORITY_KEY, base64(pem(certificates.authorityKey())),
                SERVING, base64(WebhookCertificates.pem(certificates.serving())),
                SERVING_KEY, base64(pem(certificates.servingKey())));
    }

    /**
     * Parses data in base64.
     *
     * @return empty if an entry is missing or not valid, or if the keys do not match the certificates
     */
    static Optional<WebhookCertificates> decode(Map<String, String> data) {
        try {
            WebhookCertificates found = new WebhookCertificates(
                    certificates(text(data, AUTHORITIES)),
                    key(text(data, AUTHORITY_KEY)),
                    certificates(text(data, SERVING)).getFirst(),
                    key(text(data, SERVING_KEY)));
            return Optional.of(found)
                    .filter(read ->
                            match(read.authorityKey(), read.newestAuthority().getPublicKey())
                                    && match(read.servingKey(), read.serving().getPublicKey()));
        } catch (GeneralSecurityException | PemFormatException | IllegalArgumentException unusable) {
            return Optional.empty();
        }
    }

    private static String text(Map<String, String> data, String name) {
        byte[] content = Base64.getDecoder().decode(data.getOrDefault(name, ""));
        return new String(content, StandardCharsets.US_ASCII);
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static String pem(PrivateKey key) {
        return new PemBlock(KEY_LABEL, key.getEncoded()).text();
    }

    private static List<X509Certificate> certificates(String pem) throws GeneralSecurityException, PemFormatException {
        CertificateFactory factory = CertificateFactory.getInstance("X.509");
        List<X509Certificate> certificates = new ArrayList<>();
        for (PemBlock block : PemBlock.parseAll(pem)) {
            certificates.add((X509Certificate) factory.generateCertificate(new ByteArrayInputStream(block.content())));
        }
        return certificates;
    }

    private static PrivateKey key(String pem) throws GeneralSecurityException, PemFormatException {
        return KeyFactory.getInstance("EC")
                .generatePrivate(
                        new PKCS8EncodedKeySpec(PemBlock.parseFirst(pem).content()));
    }

    /** Returns whether two keys match, by signing with one and verifying with the other. */
    private static boolean match(PrivateKey privateKey, PublicKey publicKey) {
        try {
            byte[] message = {4, 2};
            Signature signature = Signature.getInstance("SHA256withECDSA");
            signature.initSign(privateKey);
            signature.update(message);
            byte[] signed = signature.sign();
            signature.initVerify(publicKey);
            signature.update(message);
            return signature.verify(signed);
        } catch (GeneralSecurityException differentTypes) {
            return false;
        }
    }
}
