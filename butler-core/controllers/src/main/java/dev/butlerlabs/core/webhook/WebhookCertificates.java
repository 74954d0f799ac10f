package dev.butlerlabs.core.webhook;

import dev.butlerlabs.core.pem.PemBlock;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The certificates of the webhook. {@code toString} contains no key.
 *
 * @param authorities the authorities that clients trust, newest first; at least one
 * @param authorityKey the key of the newest authority
 * @param serving the certificate of the server, signed by one of the authorities
 */
record WebhookCertificates(
        List<X509Certificate> authorities, PrivateKey authorityKey, X509Certificate serving, PrivateKey servingKey) {
    WebhookCertificates {
        authorities = List.copyOf(authorities);
        if (authorities.isEmpty()) {
            throw new IllegalArgumentException("no authority");
        }
    }

    X509Certificate newestAuthority() {
        return authorities.getFirst();
    }

    /** Returns whether the newest authority signed the serving certificate. */
    boolean isServedByNewest() {
        try {
            serving.verify(newestAuthority().getPublicKey());
            return true;
        } catch (GeneralSecurityException otherAuthority) {
            return false;
        }
    }

    /** Returns the authorities in PEM, for the field {@code caBundle}. */
    String bundle() {
        return authorities.stream().map(WebhookCertificates::pem).collect(Collectors.joining());
    }

    static String pem(X509Certificate certificate) {
        try {
            return new PemBlock(PemBlock.CERTIFICATE, certificate.getEncoded()).text();
        } catch (CertificateEncodingException e) {
            throw new IllegalStateException("a certificate has an encoding", e);
        }
    }

    @Override
    public String toString() {
        return "WebhookCertificates[authorities=%s, serving until %s]"
                .formatted(
                        authorities.stream()
                                .map(X509Certificate::getSubjectX500Principal)
                                .toList(),
                        serving.getNotAfter().toInstant());
    }
}
