package dev.butlerlabs.core.certificate;

import dev.butlerlabs.core.talos.secrets.CertificateDetails;
import java.time.Instant;
import java.util.Objects;

/**
 * A client certificate that a rotation replaces. It stays valid until it expires. Immutable.
 *
 * @param serial serial number in hexadecimal
 */
public record ReplacedCertificate(String serial, Instant notAfter) {
    public ReplacedCertificate {
        Objects.requireNonNull(serial, "serial");
        Objects.requireNonNull(notAfter, "notAfter");
    }

    static ReplacedCertificate of(CertificateDetails details) {
        return new ReplacedCertificate(details.serial(), details.notAfter());
    }
}
