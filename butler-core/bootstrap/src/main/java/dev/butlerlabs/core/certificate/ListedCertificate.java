package dev.butlerlabs.core.certificate;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.pem.PemFormatException;
import dev.butlerlabs.core.status.CertificateState;
import dev.butlerlabs.core.talos.secrets.CertificateDetails;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/**
 * A certificate of a management cluster or of one of its tenant clusters. Immutable.
 *
 * @param name such as {@code Kubernetes CA}
 * @param location the file, Secret or address where it was found
 */
public record ListedCertificate(
        String name, CertificateUse use, String location, CertificateRenewal renewal, CertificateDetails details) {
    public ListedCertificate {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(use, "use");
        Objects.requireNonNull(location, "location");
        Objects.requireNonNull(renewal, "renewal");
        Objects.requireNonNull(details, "details");
    }

    /** @throws ButlerException if the text is not a certificate */
    static ListedCertificate parse(
            String name, CertificateUse use, String location, CertificateRenewal renewal, String pem) {
        try {
            return new ListedCertificate(name, use, location, renewal, CertificateDetails.parse(pem));
        } catch (PemFormatException e) {
            throw unreadable(name, location, e);
        }
    }

    /** @throws ButlerException if the certificate has an unusual form */
    static ListedCertificate of(
            String name, CertificateUse use, String location, CertificateRenewal renewal, X509Certificate certificate) {
        try {
            return new ListedCertificate(name, use, location, renewal, CertificateDetails.of(certificate));
        } catch (PemFormatException e) {
            throw unreadable(name, location, e);
        }
    }

    private static ButlerException unreadable(String name, String location, PemFormatException cause) {
        return new ButlerException(
                ErrorCode.INVALID_INPUT,
                "The certificate %s in %s %s.".formatted(name, location, cause.getMessage()),
                cause);
    }

    public CertificateState state(Instant now) {
        return CertificateState.of(details.notBefore(), details.notAfter(), now);
    }

    /** Returns the whole days until it expires; negative if it has expired. */
    public long daysLeft(Instant now) {
        return Math.floorDiv(
                Duration.between(now, details.notAfter()).toSeconds(),
                Duration.ofDays(1).toSeconds());
    }
}
