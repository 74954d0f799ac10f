package dev.butlerlabs.core.server.rest;

import dev.butlerlabs.core.server.view.ItemLists.CertificateRow;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;

/** Parses the public certificates of clusters. Pure functions. */
final class CertificateParser {
    private CertificateParser() {}

    /** Returns the certificates of a text in PEM; none if it cannot be parsed. */
    static List<X509Certificate> parse(String pem) {
        try {
            return CertificateFactory.getInstance("X.509")
                    .generateCertificates(new ByteArrayInputStream(pem.getBytes(StandardCharsets.UTF_8)))
                    .stream()
                    .flatMap(CertificateParser::x509)
                    .toList();
        } catch (CertificateException unreadable) {
            return List.of();
        }
    }

    private static Stream<X509Certificate> x509(Certificate certificate) {
        return certificate instanceof X509Certificate x509 ? Stream.of(x509) : Stream.of();
    }

    /** Returns the certificates of a text in PEM that is encoded in base64, as in Secrets and kubeconfigs; none if it cannot be parsed. */
    static List<X509Certificate> parseEncoded(String base64) {
        try {
            return parse(new String(Base64.getMimeDecoder().decode(base64), StandardCharsets.UTF_8));
        } catch (IllegalArgumentException unreadable) {
            return List.of();
        }
    }

    static CertificateRow row(String name, String use, String location, X509Certificate certificate) {
        return new CertificateRow(
                name,
                use,
                location,
                certificate.getSubjectX500Principal().getName(),
                certificate.getNotBefore().toInstant(),
                certificate.getNotAfter().toInstant());
    }
}
