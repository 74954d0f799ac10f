package dev.butlerlabs.core.certificate;

import java.util.List;
import java.util.Map;

/**
 * Certificates that were read from one source. Immutable.
 *
 * @param unread why parts of the source could not be read, without a full stop, by their names
 */
record CertificateReading(List<ListedCertificate> certificates, Map<String, String> unread) {
    CertificateReading {
        certificates = List.copyOf(certificates);
        unread = Map.copyOf(unread);
    }

    static CertificateReading of(List<ListedCertificate> certificates) {
        return new CertificateReading(certificates, Map.of());
    }
}
